"""What the types cannot see: how rules may await, iterate and import. Reads source, runs nothing."""

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

GAMES = Path(__file__).parents[2] / "games"
REQUESTS = frozenset(("ask", "all_of", "both", "roll", "draw", "shuffle"))
IMPURE = frozenset(
    """
    asyncio concurrent ctypes datetime ftplib getpass glob http imaplib io locale logging mmap multiprocessing os
    pathlib pickle platform queue random resource sched secrets select selectors shelve shutil signal smtplib socket
    sqlite3 ssl subprocess sys tempfile threading time urllib uuid webbrowser zoneinfo
    """.split()  # noqa: SIM905  # reads better so
)
HOME = ("games.kernel", "games.order_editor", "games.orders", "games.order_text", "games.toolkit", "games.titles")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
SETS = frozenset(("set", "frozenset"))
ORDERED = frozenset(("sorted", "len", "sum", "min", "max", "any", "all", "set", "frozenset", "bool"))


def pure_files() -> list[Path]:
    """Return every module of the pure packages."""
    packages = ("kernel", "order_editor", "orders", "order_text", "toolkit", "titles")
    return sorted(path for package in packages for path in GAMES.glob(f"{package}/**/*.py"))


def procedures(trees: list[ast.AST]) -> frozenset[str]:
    """The names of all async procedures, and of the requests."""
    found = {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef)}
    return REQUESTS | found


def faults(tree: ast.AST, asynchronous: frozenset[str]) -> Iterator[str]:
    """Every line that breaks the rules for rules."""
    yield from _awaits(tree, asynchronous)
    yield from _guarded(tree)
    yield from unordered(tree)
    yield from _floats(tree)


@lru_cache(maxsize=8)
def _nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Everything in a source, gone through once for all that is looked for there."""
    return tuple(ast.walk(tree))


def _name(call: ast.AST) -> str:
    function = call.func if isinstance(call, ast.Call) else call
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _awaits(tree: ast.AST, asynchronous: frozenset[str]) -> Iterator[str]:
    """Every call of a request or procedure is awaited on the spot."""
    awaited = {id(node.value) for node in _nodes(tree) if isinstance(node, ast.Await)}
    for node in _nodes(tree):
        if isinstance(node, ast.Call) and _name(node) in asynchronous and id(node) not in awaited:
            yield f"line {node.lineno}: {_name(node)}(…) is not awaited on the spot"


def _guarded(tree: ast.AST) -> Iterator[str]:
    """No with, no finally and no broad except around an await; none catches the end of a step."""
    for node in _nodes(tree):
        if isinstance(node, ast.With | ast.AsyncWith | ast.AsyncFor) and _waits(node):
            yield f"line {node.lineno}: an await inside {type(node).__name__}"
        if isinstance(node, ast.Try) and any(map(_waits, node.body)):
            broad = [
                one for one in node.handlers if one.type is None or _name(one.type) in ("Exception", "BaseException")
            ]
            if node.finalbody or broad:
                yield f"line {node.lineno}: an await inside try … {'finally' if node.finalbody else 'except Exception'}"
        if isinstance(node, ast.ExceptHandler) and node.type is not None and "EndStep" in ast.unparse(node.type):
            yield f"line {node.lineno}: catches the end of the step"


def _waits(node: ast.AST) -> bool:
    return any(isinstance(inner, ast.Await) for inner in ast.walk(node))


def unordered(tree: ast.AST) -> Iterator[str]:
    """No iteration over a set as it comes: its order depends on the hash seed."""
    for scope in _nodes(tree):
        if not isinstance(scope, (*FUNCTIONS, ast.Module)):
            continue
        own = list(_own(scope))
        names = _set_names(own)
        for node in own:
            for iterated in _iterated(node):
                if _is_set(iterated, names):
                    yield f"line {iterated.lineno}: iterates over a set: {ast.unparse(iterated)}"


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope without those of the functions in it."""
    inner = list(ast.iter_child_nodes(scope))
    while inner:
        node = inner.pop()
        yield node
        if not isinstance(node, FUNCTIONS):
            inner.extend(ast.iter_child_nodes(node))


def _set_names(own: list[ast.AST]) -> frozenset[str]:
    """The names that are given a set in the nodes of a scope."""
    found: set[str] = set()
    for node in own:
        if isinstance(node, ast.Assign) and _is_set(node.value, frozenset()):
            found.update(target.id for target in node.targets if isinstance(target, ast.Name))
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).split("[")[0] in SETS:
            found.add(ast.unparse(node.target))
    return frozenset(found)


def _is_set(node: ast.AST, names: frozenset[str]) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub | ast.BitXor):
        return _is_set(node.left, names) or _is_set(node.right, names)
    if isinstance(node, ast.Call):
        return _name(node) in SETS and isinstance(node.func, ast.Name)
    return isinstance(node, ast.Set | ast.SetComp) or (isinstance(node, ast.Name) and node.id in names)


def _iterated(node: ast.AST) -> Iterator[ast.expr]:
    """What a node goes through in order; going through it for a sum or another set is no matter."""
    if isinstance(node, ast.For):
        yield node.iter
    elif isinstance(node, ast.ListComp | ast.DictComp):
        yield from (part.iter for part in node.generators)
    elif isinstance(node, ast.Starred):
        yield node.value
    elif isinstance(node, ast.Call):
        name = _name(node)
        if name in ("list", "tuple", "enumerate", "zip", "map", "filter", "iter", "next", "join", "dict", "reversed"):
            yield from node.args
        if name not in ORDERED:
            yield from (part.iter for arg in node.args if isinstance(arg, ast.GeneratorExp) for part in arg.generators)


def _floats(tree: ast.AST) -> Iterator[str]:
    """No fractions: rules count in whole numbers."""
    for node in _nodes(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield f"line {node.lineno}: the float {node.value}"
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield f"line {node.lineno}: divides into a float"


def imports(tree: ast.AST) -> Iterator[str]:
    """Every module that is imported, by its full name."""
    for node in _nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports are not used here"
            yield node.module or ""


def is_allowed(module: str, standard: frozenset[str]) -> bool:
    """Whether a pure package may import the module: its own kind, msgspec, or the harmless standard library."""
    top = module.partition(".")[0]
    if module.startswith(tuple(f"{home}." for home in HOME)) or module in HOME:
        return True
    return top == "msgspec" or (top in standard and top not in IMPURE)
