"""R's arithmetic on vectors and arrays, and the same where a warning is an error."""

from . import PAIRS, Question, _columns, verdicts as of

RSCRIPT = _columns.found("Rscript")
PROGRAM = """
warning_is_error <- commandArgs(TRUE) == "2"
operand <- function(line, k) {
  d <- as.integer(strsplit(line, "x")[[1]])
  x <- k * (seq_len(prod(d)) - 1)
  if (length(d) > 1) array(x, d) else x
}
lines <- readLines(file("stdin"))
for (i in seq(1, length(lines), 2)) {
  said <- tryCatch({
    sum <- function() operand(lines[i], 1) + operand(lines[i + 1], 1000)
    s <- if (warning_is_error) sum() else suppressWarnings(sum())
    d <- if (is.null(dim(s))) length(s) else dim(s)
    paste(paste(d, collapse = ","), ";", paste(s, collapse = ","))
  }, condition = function(e) paste("E", gsub("\\n", " ", conditionMessage(e))))
  cat(said, "\\n", sep = "")
}
"""
VERSIONS = {"r": _columns.version([RSCRIPT, "-e", "cat(format(getRversion()))"])}


WAYS = {
    asked: (rule, lambda cases, warn=warn: _columns.ask([RSCRIPT, "-e", PROGRAM, warn], cases))
    for asked, rule, warn in (("x + y", "r", "0"), ("x + y, no warning", "r_without_warning", "2"))
}
SCOPE = "2 1..3 0 1 2 3 + 2 1..1 0 1 2 3 4 5 6 12"
QUESTIONS = [Question(asked, rule, SCOPE, way) for asked, (rule, way) in WAYS.items()]


def verdicts() -> list[dict[str, str]]:
    cases = [(asked, case) for asked, case in PAIRS if all(case)]
    cases += [("a zero-length vector", ((2, 3), (0,))), ("a longer vector", ((1, 1), (2,)))]
    return [row for asked, (_, way) in WAYS.items() for row in of(asked, way, cases)]
