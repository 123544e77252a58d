"""WebAssembly module of the search's kernel, for pages without a server.

    python -m benchmarks.search_module FILE

Numba's own LLVM has the target, so that the module is compiled from the same source as the search here. It exports
``reach`` with the arguments that ``kernels`` explains, its memory, and ``__heap_base``, from where on the memory is
free. The linker is the one in the package ziglang.
"""

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numba
from llvmlite import binding

from oxobook.generator.search import kernels

TRIPLE = "wasm32-unknown-unknown"
_LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
_ARGUMENTS = (
    "ptr %board, ptr %table, i64 %bits, ptr %stack, ptr %counters, i64 %own, i64 %taken, i64 %target, i64 %disorder"
)
_EXPORT = """
define i64 @reach({arguments}) {{
  %answer = alloca i64
  %error = alloca ptr
  %status = call i32 {kernel}(ptr %answer, ptr %error, {arguments})
  %found = load i64, ptr %answer
  ret i64 %found
}}
"""


def web_module() -> bytes:
    """Return the module."""
    for each in ("targets", "asmprinters"):
        getattr(binding, f"initialize_all_{each}")()
    # not optimized for this machine: its vectors of words would be taken apart again, which makes the module large
    numba.config.OPT = 0  # type: ignore[attr-defined]
    module = binding.parse_assembly(_retargeted(_compiled_text()))
    machine = binding.Target.from_triple(TRIPLE).create_target_machine(opt=3)
    passes = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=2))
    passes.getModulePassManager().run(module, passes)
    return _linked(machine.emit_object(module))


def _compiled_text() -> str:
    """Return the LLVM text of the kernel."""
    words, number = numba.types.CPointer(numba.int64), numba.int64  # type: ignore[no-untyped-call]
    signature = number(words, words, number, words, words, number, number, number, number)
    return str(numba.cfunc(signature)(kernels.reach).inspect_llvm())


def _retargeted(text: str) -> str:
    """Return the text for WebAssembly: without Numba's wrapper, which calls Python, but with one that does not."""
    kernel = next(name for name in re.findall(r"^define .*?i32 (@\S+?)\(", text, re.M) if "kernels5reach" in name)
    text = re.sub(r"^define i64 @cfunc.*?^}\n", "", text, flags=re.M | re.S)
    text = re.sub(r"^target datalayout = .*$", f'target datalayout = "{_LAYOUT}"', text, flags=re.M)
    text = re.sub(r"^target triple = .*$", f'target triple = "{TRIPLE}"', text, flags=re.M)
    text = text.replace(" common ", " internal ").replace("linkonce_odr", "internal")
    text = re.sub(rf"^define (.*{re.escape(kernel)}\()", r"define internal \1", text, flags=re.M)
    return text + _EXPORT.format(kernel=kernel, arguments=_ARGUMENTS)


def _linked(code: bytes) -> bytes:
    """Return the module of an object file."""
    with TemporaryDirectory() as folder:
        before, after = Path(folder, "reach.o"), Path(folder, "reach.wasm")
        before.write_bytes(code)
        options = ["--no-entry", "--strip-all", "--export=reach", "--export=__heap_base"]
        linker = [sys.executable, "-m", "ziglang", "wasm-ld"]
        subprocess.run([*linker, *options, "-o", str(after), str(before)], check=True)
        return after.read_bytes()


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(web_module())
