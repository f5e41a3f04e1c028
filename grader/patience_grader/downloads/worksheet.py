"""Moodle's grading worksheet, which is written in the language of the teacher who downloads it.

The names of the columns, the word in front of a participant's number and the months are those of
Moodle's language packs. In most of them nothing stands between that word and the number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, time

from ..marks.moment import written_time
from . import headings
from .dates import clock, day_in
from .model import Person
from .table_file import Row, Table, fold

HEADS: Mapping[str, tuple[str, ...]] = {
    "identifier": (
        "Identifier", "ID", "Identificador", "Identifiant", "Identificativo", "Identificatie",
        "Identificator",
    ),
    "name": (
        "Full name", "Vollständiger Name", "Nombre completo", "Nom complet", "Nome",
        "Volledige naam", "Nome completo", "Nume complet", *headings.NAME,
    ),
    "number": (
        *headings.NUMBER, "ID number", "ID-Nummer", "Número de ID", "Numéro d'identification",
        "Codice identificativo", "Nummer (ID)",
        "Número de identificação (ID)", "Número ID", "Număr ID", "Numer ID",
    ),
    "email": (
        "Email address", "E-Mail-Adresse", "Dirección de correo", "Adresse de courriel",
        "Indirizzo email", "E-mailadres", "E-mail", "Adreça electrònica", "Adresa de e-mail",
        *headings.EMAIL,
    ),
    "status": ("Status", "Estado", "Statut", "Stato", "Estat"),
    "team": (
        "Group", "Team", "Gruppe", "Grupo", "Groupe", "Gruppo", "Groep", "Grup", "Grupa", "Skupina",
        "Grupp", "Ryhmä", "Csoport", "Ομάδα", "Группа", "Група", "グループ", "小组", "群組", "그룹",
    ),
    "grade": (
        "Grade", "Bewertung", "Calificación", "Note", "Valutazione", "Cijfer", "Avaliação",
        "Qualificació", "Notă",
    ),
    "changeable": (
        "Grade can be changed", "Bewertung kann geändert werden",
        "La calificación puede ser cambiada", "La note peut être modifiée",
        "La valutazione può essere cambiata", "Het cijfer kan gewijzigd worden",
        "A nota pode ser alterada.", "Es pot canviar la qualificació", "Nota poate fi schimbată",
    ),
    "submitted": (
        "Last modified (submission)", "Zuletzt geändert (Abgabe)", "Última modificación (entrega)",
        "Dernière modification (travail remis)", "Ultima modifica (consegna)",
        "Laatst gewijzigd (inzending)", "Última atualização (submissão)",
        "Darrera modificació (tramesa)", "Ultima modificare (a răspunsului)",
    ),
    "graded": (
        "Last modified (grade)", "Zuletzt geändert (Bewertung)",
        "Última modificación (calificación)", "Dernière modification (note)",
        "Ultima modifica (valutazione)", "Laatst gewijzigd (beoordeling)",
        "Última atualização (avaliação)", "Darrera modificació (qualificació)",
        "Ultima modificare (nota)",
    ),
    "comments": (
        "Feedback comments", "Feedback als Kommentar", "Comentarios de retroalimentación",
        "Feedback par commentaires", "Commenti", "Feedback tekstvak", "Comentários de feedback",
        "Comentaris de retroacció.", "Comentarii de feedback",
    ),
}  # fmt: skip
"""What each column is called, in English, German, Spanish, French, Italian, Dutch, Portuguese,
Catalan and Romanian; of teams in others, too, as their numbers are no participants'. A university
can add a column for the student number. Of people, it is what
rosters of other languages call it, too."""
NO = frozenset({"no", "nein", "non", "nee", "não", "nu"})
"""What a cell says of what cannot be done, folded."""
_HIDDEN = r"(?:participante?|teilnehm[^\W\d]*(?:[/*:][^\W\d]+)?|partecipante|deelnemer)"
"""The word for somebody whose name is hidden, without what a folder's name cannot hold."""
DRAFT = (
    "draft (", "entwurf (", "borrador (", "brouillon (", "bozza (", "concept (",
    "trabalho em curso (", "esborrany (",
)  # fmt: skip
"""How the status begins of what was not handed in, folded."""
_EXTENDED = re.compile(
    r"(?:Extension granted until|Verlängertes Abgabeende bis|Plazo ampliado hasta"
    r"|Prolongation accordée jusqu[’']au|Proroga concessa fino a|Extra tijd gegeven tot"
    r"|Prazo prolongado até|Pròrroga concedida fins|Extindere acordată până la)"
    r"\s?:?\s(?P<until>.*?\d[:.]\d\d(?: [ap]m)?)",
    re.IGNORECASE,
)
_TIMES_OF_OVERRIDES = 3
_LEFT_OUT = re.compile(r"""amp;|[&<>"`|':\\/]""")
"""Where a team is called `R&D`, its folder begins with `Ramp;D`."""
_TIMED = re.compile(r"(\d{4}|\d[-/. ]\D*\d\d\b).*\d{1,2}[:.h]\d{2}(:\d\d)?(\s?\w{2})?$")
_CLOCK = re.compile(r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:\s*(?P<half>[ap])\.?m\.?)?$")


def head(what: str) -> tuple[str, ...]:
    """The folded names of a column of HEADS."""
    return tuple(map(fold, HEADS[what]))


def is_worksheet(table: Table) -> bool:
    """Whether a table is a grading worksheet: in any language, its first column says so.

    It names everybody once, which a column of groups or tutorials does not.
    """
    first = fold(table.header[0])
    if not table.rows or first in head("team"):
        return False
    rows: dict[str, Row] = {}
    same = (rows.setdefault(participant(table, row), row).cells == row.cells for row in table.rows)
    return all(same) and "" not in rows


def participant(table: Table, row: Row) -> str:
    """The number of the participant in a row of a worksheet; empty in another table."""
    identifier = row.first(fold(table.header[0]))
    match = re.fullmatch(rf"(?:\D+\s|{_HIDDEN})(\d+)", identifier, re.IGNORECASE)
    return match[1] if match else ""


def is_hidden(name: str) -> bool:
    """Whether a name is what Moodle calls everybody whose name it hides."""
    return re.fullmatch(_HIDDEN, name, re.IGNORECASE) is not None


def as_folder(name: str) -> str:
    """The name, folded, without what Moodle leaves out of the name of a folder."""
    return " ".join(_LEFT_OUT.sub("", fold(name)).split())


def team(row: Row) -> str:
    """The name of the team that a row belongs to, as a folder's; empty if it is of none."""
    return as_folder(row.first(*head("team")))


def number(row: Row) -> str:
    """The student number in a row of a worksheet."""
    return row.first(*head("number"))


def person(row: Row, called: str = "") -> Person:
    """Whom a row of a worksheet is about.

    In a worksheet of an unknown language, the name is what the person is `called` in the
    download, or else what stands in the second column, and the address is known by its form.
    """
    identifier, *cells = row.cells.values() or [""]
    match = re.search(r"(\d+)$", identifier)
    address = next((cell for cell in cells if re.fullmatch(r"[^\s@]+@[^\s@]+", cell)), "")
    is_known = not {*head("name"), *head("status")}.isdisjoint(row.cells)
    second = cells[0] if cells and not is_known else ""
    return Person(
        row.first(*head("name")) or called or second,
        number(row),
        row.first(*head("email")) or address,
        {"moodle": match[1]} if match else {},
    )


def names_times(table: Table) -> bool:
    """Whether a cell of the worksheet ends like a time of day, with a year before it."""
    cells = (cell for row in table.rows for cell in row.cells.values())
    return any(map(_TIMED.search, cells))


def submitted(row: Row) -> datetime | None:
    """When the row says that the submission was last changed, in the time zone of its reader."""
    return _moment(row.first(*head("submitted")))


def extension(row: Row) -> datetime | None:
    """Until when the student has time, if the row's status says so, in the same time zone."""
    match = _EXTENDED.search(row.first(*head("status")))
    return _moment(match["until"]) if match else None


def due(row: Row) -> datetime | None:
    """Until when the student has time, as an override has it, in the same time zone.

    It is the second of three columns of times, which stand behind the status where an assignment
    has overrides, whatever they are called.
    """
    names = [*row.cells]
    places = [names.index(name) for name in (*head("status"), *head("grade")) if name in row.cells]
    times = names[places[0] + 1 : places[-1]] if len(places) == 2 else []
    return _moment(row.cells[times[1]]) if len(times) >= _TIMES_OF_OVERRIDES else None


def tells_extension(row: Row) -> bool:
    """Whether the row would say so if the student had more time."""
    return any(row.cells.get(name) for name in head("status"))


def is_draft(row: Row) -> bool:
    """Whether the status of a row says that the student has not handed in what is there."""
    return row.first(*head("status")).casefold().startswith(DRAFT)


def _moment(text: str) -> datetime | None:
    """The time, whose day, month by its name and year stand in any order, as languages have it.

    Or as a spreadsheet has written it instead.
    """
    if moment := written_time(text):
        return moment
    text = " ".join(text.split()).casefold()
    match = _CLOCK.search(text)
    if match is None:
        return None
    day = day_in(text[: match.start()])
    try:
        hour, minute = clock(match["hour"], match["minute"], match["half"] or "")
        return datetime.combine(day, time(hour, minute)) if day else None
    except ValueError:
        return None


def is_late(row: Row) -> bool:
    """Whether the status of a row calls the submission late, in English or German."""
    return re.search(r"\blate\b|zu spät", row.first(*head("status")), re.IGNORECASE) is not None
