// A Python program under Pyodide: node pyodide.mjs FOLDER PROGRAM WORDS...
// The folder holds the program and the packages that it needs.
import { loadPyodide } from "pyodide";

const [site, ...words] = process.argv.slice(2);
const python = await loadPyodide();
python.FS.mkdirTree("/site");
python.FS.mount(python.FS.filesystems.NODEFS, { root: site }, "/site");
python.globals.set("words", python.toPy(words));
python.runPython(`
import runpy, sys
sys.path.insert(0, "/site")
sys.argv = words.copy()
runpy.run_path(f"/site/{words[0]}", run_name="__main__")
`);
