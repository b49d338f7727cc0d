"""The mutations of one syntax tree node: bounds, numbers, conditions, arguments, statements, audiences."""

import ast
from collections.abc import Iterator
from itertools import pairwise

Breakage = tuple[ast.AST, ast.AST]
"""The node that the report shows as the old code, and the node that replaces it."""

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
TEXTS = ast.Constant | ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp
TABLES = frozenset({"self", "cls", "board", "state", "table", "box", "title", "game"})
SIMPLE = ast.Name | ast.Attribute | ast.Constant
TYPES = frozenset({"bool", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple", "type"})
EVERYBODY = ast.Tuple([ast.Constant("*")], ast.Load())
NOBODY = ast.Tuple([], ast.Load())


def breakages(node: ast.AST, parent: ast.AST | None) -> Iterator[Breakage]:
    """Yield every mutation of this node itself, not of its children; `parent` is the node that contains it."""
    if isinstance(node, ast.expr):
        yield from _expressions(node, parent)
    elif isinstance(node, ast.stmt):
        yield from _statement_breakages(node)
    elif isinstance(node, ast.comprehension):
        for dropped in range(len(node.ifs)):
            kept = [test for number, test in enumerate(node.ifs) if number != dropped]
            yield node, ast.comprehension(node.target, node.iter, kept, node.is_async)
    elif isinstance(node, ast.match_case) and node.guard is not None:
        yield node, ast.match_case(node.pattern, None, node.body)


def _expressions(node: ast.expr, parent: ast.AST | None) -> Iterator[Breakage]:
    if isinstance(node, ast.Compare):
        yield from _comparisons(node)
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.BoolOp):
        other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        yield node, ast.BoolOp(other, node.values)
        for dropped in range(len(node.values)):
            kept = [value for number, value in enumerate(node.values) if number != dropped]
            yield node, kept[0] if len(kept) == 1 else ast.BoolOp(node.op, kept)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node, node.operand
    elif isinstance(node, ast.IfExp):
        yield node, node.body
        yield node, node.orelse
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        if not (isinstance(node.left, TEXTS) and not _is_number(node.left)) and not _is_union(node):
            yield node, ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
    elif isinstance(node, ast.Call):
        yield from _calls(node)


def _comparisons(node: ast.Compare) -> Iterator[Breakage]:
    for number, op in enumerate(node.ops):
        ops = [COMPARISONS[type(op)]() if one == number else old for one, old in enumerate(node.ops)]
        yield node, ast.Compare(node.left, ops, node.comparators)


def _constants(node: ast.Constant) -> Iterator[Breakage]:
    if isinstance(node.value, bool):
        yield node, ast.Constant(not node.value)
    elif isinstance(node.value, int | float):
        yield node, ast.Constant(node.value + 1)
        if node.value:
            yield node, ast.Constant(node.value - 1)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def _is_union(node: ast.expr) -> bool:
    """Return True if an expression is a type such as ``Sunk | Damaged | None``, which is not mutated.

    The module with a mutated type could not be imported, so that its mutant would prove nothing.
    """
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.BitOr) and _is_union(node.left) and _is_union(node.right)
    if isinstance(node, ast.Constant):
        return node.value is None
    if isinstance(node, ast.Subscript):
        return _is_union(node.value)
    if isinstance(node, ast.Name) and node.id in TYPES:
        return True
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name[:1].isupper() and (len(name) == 1 or not name.isupper())


def _calls(node: ast.Call) -> Iterator[Breakage]:
    if isinstance(node.func, ast.Name) and node.func.id in NAMES and (node.func.id != "sorted" or len(node.args) == 1):
        keywords = [] if node.func.id == "sorted" else node.keywords
        yield node, ast.Call(ast.Name(NAMES[node.func.id], ast.Load()), node.args, keywords)
    yield from _swapped(node)
    yield from _audiences(node)


def _swapped(node: ast.Call) -> Iterator[Breakage]:
    """Yield the mutation that swaps the first two adjacent arguments of similar kind.

    A board and one of its pieces are not swapped, nor the arguments of `min` and `max`, whose order does not matter.
    """
    if isinstance(node.func, ast.Name) and node.func.id in {"min", "max"}:
        return
    for number, (first, second) in enumerate(pairwise(node.args)):
        simple = isinstance(first, SIMPLE) and isinstance(second, SIMPLE)
        words = all(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in (first, second))
        table = isinstance(first, ast.Name) and first.id in TABLES
        if simple and not words and not table and ast.dump(first) != ast.dump(second):
            args = [*node.args[:number], second, first, *node.args[number + 2 :]]
            yield node, ast.Call(node.func, args, node.keywords)
            return


def _audiences(node: ast.Call) -> Iterator[Breakage]:
    """Yield the mutations of an event's audience.

    The event goes to all instead of some, to nobody instead of all, whole to audiences that should get a reduced event,
    or not at all to other audiences.
    """
    if isinstance(node.func, ast.Attribute) and node.func.attr == "tell_at" and len(node.args) > 1:
        yield node, ast.Call(ast.Attribute(node.func.value, "tell", ast.Load()), [node.args[1]], [])
        if len(node.args) > 2:
            yield node, ast.Call(node.func, node.args[:2], node.keywords)
    named = {keyword.arg: keyword for keyword in node.keywords}
    if "to" in named:
        to = named["to"].value
        public = ast.unparse(to) in {"EVERYBODY", ast.unparse(EVERYBODY)}
        yield node, _with(node, "to", NOBODY if public else EVERYBODY)
    if "reduced" in named:
        yield node, _with(node, "reduced", ast.Constant(None))


def _with(node: ast.Call, name: str, value: ast.expr) -> ast.Call:
    keywords = [ast.keyword(name, value) if one.arg == name else one for one in node.keywords]
    return ast.Call(node.func, node.args, keywords)


def _statement_breakages(node: ast.stmt) -> Iterator[Breakage]:
    if isinstance(node, ast.If):
        yield node, ast.If(ast.Constant(True), node.body, node.orelse)
        yield node, ast.If(ast.Constant(False), node.body, node.orelse)
    elif isinstance(node, ast.While):
        yield node, ast.While(ast.Constant(False), node.body, node.orelse)
    elif isinstance(node, ast.AugAssign):
        yield node, ast.Pass()
        if type(node.op) in ARITHMETIC:
            yield node, ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)
    elif _is_removable(node):
        yield node, ast.Pass()


def _is_removable(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets)
    if isinstance(node, ast.Return):
        return node.value is None
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call | ast.Await)
    return isinstance(node, ast.Raise | ast.Delete | ast.Continue | ast.Break)
