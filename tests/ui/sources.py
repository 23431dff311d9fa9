"""Texts in the source that a player could read although no translator sees them."""

import ast
import re
from collections.abc import Iterator

MARKS = ("N_", "words", "plural")
"""What a text is called with to be translated."""

# Who takes texts for a log, a programmer, a pattern or a header: nobody who plays reads them.
_UNREAD = {
    *("debug", "info", "warning", "error", "exception"),
    *("ValueError", "RuntimeError", "KeyError", "TypeError", "CatalogueError"),
    *("compile", "fullmatch", "sub", "cast", "get", "create_task", "replace", "parse_cards"),
}
# What shows its arguments to players, and where a text is given by name.
_SHOWING = {
    *("text", "TextDisplay", "notice_view", "closed_view", "tell", "label", "Label", "link_button"),
    *("Choice", "SelectOption", "describe"),
}
_SHOWN = ("label", "placeholder", "title", "hint", "description", "text", "content", "name")

_WORD = re.compile(r"[A-Za-z]{2}")
# Two words, a sentence, or one word with a capital; names of commands and addresses are none.
_PROSE = re.compile(r"[A-Za-z]{2,}\W*\s\W*[A-Za-z]{2,}|\s[A-Za-z]{2,}|\b[A-Z][a-z]{2,}")
_NO_WORDS = re.compile(r"/yaniv \w*(?: \w+:\w+)*|\w+://\S*|X-[\w-]+|y:\w*")


def unmarked(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of each text in a module that a player could read, and that is not marked."""
    tree = ast.parse(source)
    silent = {id(node) for node in _silent(tree)}
    yield from _unmarked(tree, silent, shown=False)


def _silent(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what holds texts that are no words: docstrings, annotations, lists of names."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant() as docstring):
                yield docstring
            case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=ast.AST() as annotation):
                yield annotation
            case ast.Subscript(slice=index):
                yield index
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                yield value
            case ast.ClassDef(bases=[ast.Name(id="Enum")]):
                yield node
            case _:
                pass


def _unmarked(node: ast.AST, silent: set[int], *, shown: bool) -> Iterator[tuple[int, str]]:
    if id(node) in silent:
        return
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in _UNREAD:
            return
        yield from _unmarked(node.func, silent, shown=False)
        for argument in [] if name in MARKS else node.args:
            yield from _unmarked(argument, silent, shown=name in _SHOWING)
        for keyword in node.keywords:
            seen = name in {*MARKS, *_SHOWING} or keyword.arg in _SHOWN
            yield from _unmarked(keyword.value, silent, shown=seen)
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        words = _NO_WORDS.sub("", node.value)
        if (_WORD if shown else _PROSE).search(words):
            yield node.lineno, node.value
    for child in ast.iter_child_nodes(node):
        yield from _unmarked(child, silent, shown=shown)


def calls_with_messages(source: str) -> Iterator[ast.Call]:
    """Yield each call that marks a text for translation."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in MARKS:
            yield node
