"""What the campaign `mutants` is made of: the changes that are tried, the tests that meet them, and those explained."""
