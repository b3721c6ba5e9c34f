"""A table in the terminal, with cards in colour, for any game: ``shedkit play`` opens it where Textual is installed.

It needs the extra ``shedkit[terminal]``, and nothing else imports it.
"""
