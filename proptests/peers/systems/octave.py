"""Octave's sum of two arrays; a missing dimension is 1, as in arrays of fewer than two dimensions."""

from collections.abc import Iterable

from . import PAIRS, Answer, Case, Question, _columns, verdicts as of

OCTAVE = [_columns.found("octave-cli"), "--quiet", "--norc", "--eval"]
PROGRAM = """
function x = operand(k)
  d = [str2double(strsplit(fgetl(stdin), "x")), 1, 1];
  d = d(! isnan(d));
  x = reshape(k * (0 : prod(d) - 1), d);
endfunction
for i = 1 : input("")
  x = operand(1); y = operand(1000);
  try
    s = x + y;
    printf("%s;%s\\n", sprintf("%d,", size(s)), sprintf("%d,", s));
  catch said
    printf("E %s\\n", said.message);
  end_try_catch
endfor
"""
VERSIONS = {"octave": _columns.version([*OCTAVE, "printf('%s', version)"])}


def ask(cases: list[Case]) -> Iterable[Answer]:
    return _columns.ask([*OCTAVE, PROGRAM.replace('input("")', str(len(cases)))], cases)


QUESTIONS = [Question("x + y", "octave", "2 3 0 1 2 3", ask)]


def verdicts() -> list[dict[str, str]]:
    return of("x + y", ask, PAIRS)
