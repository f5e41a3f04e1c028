"""Rosters, tables in every form, attempts and times."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import packing
import pytest
from packing import REQUIRED, STUDENTS, write
from patience_grader.downloads.choose import choose
from patience_grader.downloads.model import Attempt, Delivered, Download, Person, Placed
from patience_grader.downloads.people import number_in
from patience_grader.downloads.recognise import recognise
from patience_grader.downloads.roster import Enrolled, read_roster, roster_of
from patience_grader.downloads.source import InMemory
from patience_grader.downloads.table_file import table_of
from patience_grader.downloads.when import Stated, Times, merge, read_times
from patience_grader.downloads.who import match
from patience_grader.errors import InputError
from patience_grader.marks.late import Timing

LONDON = ZoneInfo("Europe/London")
NOON = datetime(2026, 3, 27, 12, tzinfo=UTC)


def roster(text: str) -> tuple[Enrolled, ...]:
    return roster_of(table_of(text.encode(), "roster.csv"))


def moodle(tmp_path: Path) -> Download:
    return recognise([write(tmp_path / "in", packing.moodle())], REQUIRED)


def one(key: str, **about: str) -> Delivered:
    name, number, email = (about.pop(what, "") for what in ("name", "number", "email"))
    files = {"a.zip": Placed(InMemory(b""), "a.zip")}
    return Delivered(key, (Person(name, number, email, about),), (Attempt("1", files),))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_table_in_every_form(encoding: str, delimiter: str, end: str) -> None:
    lines = ["E-Mail Address,ID_Number,Note", "", 'a@b.c,1,"x,;\t| y"', "josé@b.c,2,"]
    text = end.join(
        line if '"' in line and delimiter == "," else
        line.replace(",", delimiter, 2 if '"' in line else -1) for line in lines
    )  # fmt: skip
    table = table_of(text.encode(encoding), "t.csv")
    assert [row.cells["id number"] for row in table.rows] == ["1", "2"]
    assert table.rows[0].cells["note"] == "x,;\t| y"
    assert table.rows[1].cells["e-mail address"] == "josé@b.c"
    assert [row.line for row in table.rows] == [3, 4]


def test_a_number_that_is_kept_from_becoming_one_is_read(tmp_path: Path) -> None:
    file = tmp_path / "class.csv"
    file.write_text('Student number,Name\n="0012345","=""Lovelace, Ada"""\n', "utf-8")
    (found,) = read_roster(file)
    assert found.person == Person("Ada Lovelace", "0012345")


@pytest.mark.parametrize("text", ['"number"\n"1"\n', '""', '"a"'])
def test_a_table_of_quoted_cells_alone(text: str) -> None:
    assert len(table_of(text.encode(), "t.csv").header) == 1


NUMBERED = "id,name\n2,Bob Stone\n1,Ada Lovelace\n2600003,Cy Young\n"


@pytest.mark.parametrize(
    ("folder", "names"),
    [
        ("Ada Lovelace (2)", ["Ada Lovelace"]),
        ("lab 2 Ada_Lovelace", ["Ada Lovelace"]),
        ("2 Stone", ["Bob Stone"]),
        ("Cy Young 2600003", ["Cy Young"]),
        ("Ada Lovelace 2600003", []),
    ],
)
def test_a_name_counts_before_a_number_that_may_be_anything(folder: str, names: list[str]) -> None:
    number = number_in(folder)
    matched = match(roster(NUMBERED), [one("x", folder=folder, number=number)])
    assert [each.person.name for found in matched.people.values() for each in found] == names
    assert bool(matched.unknown) == (not names)


def test_a_table_of_an_old_spreadsheet() -> None:
    table = table_of("sep=;\r\nname;number\r\nJosé;1\r\n".encode("cp1252"), "t.csv")
    assert [(row.line, row.cells["name"]) for row in table.rows] == [(3, "José")]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "t.csv is empty"),
        (b"\n\n", "t.csv is empty"),
        (b"a,b\n1,2,3\n", "t.csv:2: the row has more cells than the header"),
        (b'a,b\n1,"2\n3,4\n', "t.csv:2: a quotation mark is not closed"),
        (b"a\0b,c\n", "t.csv is not a text file"),
        (b"PK\3\4\0\0\0\0\0\0\0\0\0\0\0\0", "t.csv is a spreadsheet's own file"),
        (b"a,b\n" + b"1,2\n" * 100_001, "t.csv:100001: there are more than 100000 rows"),
        (b"a" * (33 << 20), "t.csv is larger than 32 MiB"),
    ],
)
def test_a_table_that_is_none(data: bytes, why: str) -> None:
    with pytest.raises(InputError) as caught:
        table_of(data, "t.csv")
    assert str(caught.value).startswith(why)
    assert "\n" not in str(caught.value)


ROSTERS = {
    "Moodle participants": (
        "First name,Last name,ID number,Email address\n"
        "Ada,Lovelace,2600001S,ada@example.org\nGrace,Hopper,2600002S,g@example.org\n"
    ),
    "Moodle worksheet": packing.worksheet(),
    "Canvas gradebook": (
        "Student,ID,SIS User ID,SIS Login ID,Section,Klondike (9)\n"
        "    Points Possible,,,,,66\n"
        '"Lovelace, Ada",7001,2600001S,ada1,A,\n"Hopper, Grace",7002,2600002S,gh2,A,\n'
        '"Student, Test",7003,,,A,\n'
    ),
    "Canvas gradebook with two columns of names": (
        "LastName,FirstName,ID,SIS User ID,SIS Login ID,Section,Klondike (9)\n"
        "    Points Possible,,,,,,66\n"
        "Lovelace,Ada,7001,2600001S,ada1,A,\nHopper,Grace,7002,2600002S,gh2,A,\n"
        "Student,Test,7003,,,A,\n"
    ),
    "CAMPUSonline": (
        "REGISTRATION_NUMBER;FAMILY_NAME_OF_STUDENT;FIRST_NAME_OF_STUDENT;GRADE\n"
        "2600001S;Lovelace;Ada;\n"
    ),
    "Brightspace grades": (
        "OrgDefinedId,Username,Last Name,First Name,Email,Klondike Points Grade,"
        "End-of-Line Indicator\n"
        "#2600001S,#ada1,Lovelace,Ada,ada@example.org,,#\n#2600002S,#gh2,Hopper,Grace,,,#\n"
    ),
    "GitHub Classroom grades": (
        "assignment_name,github_username,roster_identifier,student_repository_name,name\n"
        "Klondike,ada,2600001S,klondike-ada,Ada Lovelace\n"
    ),
    "GitHub Classroom": (
        "identifier,github_username,github_id,name\n"
        "2600001S,ada,1,Ada Lovelace\n2600002S,Grace-Hopper,2,Grace Hopper\n"
    ),
    "HIS": "Mtknr;Nachname;Vorname;Note\n2600001S;Lovelace;Ada;\nendHISsheet;;;\n",
    "OpenOLAT": (
        "Benutzername\tVorname\tNachname\tE-Mail Adresse\tInstitutionsnummer (Matrikelnummer)\n"
        "ada1\tAda\tLovelace\tada@example.org\t2600001S\n"
    ),
    "a person's of two columns": ("Student,ID\nAda Lovelace,2600001S\nGrace Hopper,2600002S\n"),
    "a person's": (
        "Number;Name;E-mail;Git user\n2600001s;LOVELACE Ada;;ada\n2600002S;Hopper Grace;;\n"
    ),
}


@pytest.mark.parametrize("kind", ROSTERS)
@pytest.mark.parametrize(
    "submission",
    [
        one("2600001S", number="2600001S"),
        one("x", folder="2600001S-klondike"),
        one("x", name="Ada Lovelace"),
        one("x", name="lovelaceada"),
    ],
)
def test_rosters_of_every_kind_know_ada(kind: str, submission: Delivered) -> None:
    matched = match(roster(ROSTERS[kind]), [submission])
    assert [one.person.number.upper() for one in matched.people[submission.key]] == ["2600001S"]
    assert not matched.unknown


@pytest.mark.parametrize(
    ("called", "number"),
    [
        ({"name": "Joerg Mueller"}, "1"),
        ({"name": "Muller Jorg"}, "1"),
        ({"folder": "Mueller_Joerg_u7"}, "1"),
        ({"name": "Lukasz Zolc"}, "2"),
        ({"name": "Soeren OErsted"}, "3"),
        ({"folder": "soren-orsted"}, "3"),
        ({"name": "Sean O'Brien"}, "4"),
        ({"name": "obriensean"}, "4"),
        ({"name": "かとう"}, ""),
        ({"name": "Àna Simic"}, ""),
        ({"name": "Ana Simic"}, "7"),
    ],
)
def test_names_are_known_without_their_accents(called: dict[str, str], number: str) -> None:
    names = "Jörg Müller|Łukasz Żółć|Søren Ørsted|Seán O'Brien|がとう|Ana Šimić|Ana Simic"
    rows = [f"{at},{name}\n" for at, name in enumerate(names.split("|"), 1)]
    matched = match(roster("number,name\n" + "".join(rows)), [one("x", **called)])
    assert "".join(each.person.number for each in matched.people.get("x", ())) == number


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Group,Name\nGroup 12,Bob Stone\nGroup 3,Ada Lovelace\n", "Ada Lovelace"),
        ("Übungsgruppe,Name\nGruppe 12,Ada Lovelace\nGruppe 12,Bob Stone\n", "Ada Lovelace"),
        ("Osallistuja,Name\nOsallistuja 12,Bob Stone\n", "Bob Stone"),
        ("Identifier,Name\nParticipant 12,Bob Stone\nSum 1,\n", "Bob Stone"),
    ],
)
def test_a_group_is_no_participant_of_moodle(text: str, known: str) -> None:
    submission = one("moodle 12", name="Ada Lovelace", moodle="12")
    (found,) = match(roster(text), [submission]).people["moodle 12"]
    assert found.person.name == known


@pytest.mark.parametrize("folder", ["Ada@Example.org", "ada"])
def test_an_address_that_a_submission_is_called_by_is_known(folder: str) -> None:
    matched = match(roster(ROSTERS["Moodle participants"]), [one("x", folder=folder)])
    assert [each.person.name for each in matched.people["x"]] == ["Ada Lovelace"]


@pytest.mark.parametrize(
    ("kind", "about"),
    [
        ("Moodle participants", {"email": "ADA@example.org"}),
        ("Moodle worksheet", {"moodle": "8801"}),
        ("Canvas gradebook", {"canvas": "7001"}),
        ("Canvas gradebook with two columns of names", {"canvas": "7001"}),
        ("Canvas gradebook", {"login": "ada1"}),
        ("GitHub Classroom", {"git": "ADA"}),
        ("Brightspace grades", {"login": "ada1"}),
        ("OpenOLAT", {"email": "ada@example.org"}),
        ("GitHub Classroom grades", {"git": "ada"}),
        ("GitHub Classroom", {"repository": "cs1-klondike-ada"}),
    ],
)
def test_rosters_know_ids(kind: str, about: dict[str, str]) -> None:
    matched = match(roster(ROSTERS[kind]), [one("x", **about)])
    assert [each.person.number for each in matched.people["x"]] == ["2600001S"]


@pytest.mark.parametrize(
    "header",
    [
        "Number;Last name;First name;E-mail",
        "Student ID;Surname;Given names;Email address",
        "Student number;Surname;Name;Mail",
        "ID No.;Surname;Name;Mail",
        "Roll No.;Surname;First name;Mail",
        "Reg. No;Surname;Other names;Mail",
        "Matrikelnummer;Nachname;Vorname;E-Mail-Adresse",
        "Matr.-Nr.;Name;Vorname;E-Mail",
        "ID-Nummer;Familienname;Vorname;E-Mail-Adresse",
        "Numéro d'étudiant;Nom;Prénom;Courriel",
        "N° étudiant;Nom de famille;Prénom;Adresse de courriel",
        "Número de ID;Apellido(s);Nombre;Dirección de correo",
        "Número de matrícula;Apellidos;Nombre;Correo electrónico",
        "Matricola;Cognome;Nome;Indirizzo email",
        "Número de aluno;Apelido;Nome próprio;Correio eletrónico",
        "Nº mecanográfico;Sobrenome;Nome;E-mail",
        "Studentnummer;Achternaam;Voornaam;E-mailadres",
        "Studentnummer;Naam;Voornaam;E-mailadres",
        "Numer albumu;Nazwisko;Imię;Adres e-mail",
        "UČO;Příjmení;Jméno;E-mailová adresa",
        "Αριθμός Μητρώου;Επώνυμο;Όνομα;Διεύθυνση email",
        "Номер зачётной книжки;Фамилия;Имя;Электронная почта",
        "Personnummer;Efternamn;Förnamn;E-postadress",
        "Studienr.;Efternavn;Fornavn;E-mail",
        "Öğrenci No;Soyadı;Adı;E-posta",
        "学籍番号;姓;名;メールアドレス",
        "N.º mecanográfico;Apelidos;Nome;E-mail",
    ],
)
def test_columns_are_called_as_people_call_them(header: str) -> None:
    for form in ("NFC", "NFD"):
        text = unicodedata.normalize(form, header.replace("'", "’" if form == "NFD" else "'"))
        (found,) = roster(f"{text};Section\n2600001S;van Dyke;Ada Mary;a@b.c;A\n")
        assert found.person == Person("Ada Mary van Dyke", "2600001S", "a@b.c")


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("name", "Ada Lovelace"),
        ("Name;Vorname", "Ada Lovelace;Ada"),
        ("Name;Nachname", "Ada Lovelace;Lovelace"),
        ("Name;Vorname", "Lovelace;Ada"),
        ("Name;First name;Last name", "Ada Lovelace;A.;L."),
        ("Nom et prénom", '"Lovelace, Ada"'),
        ("Nombre completo", "Ada Lovelace"),
        ("Nome", "Ada Lovelace"),
        ("Volledige naam", "Ada Lovelace"),
        ("Imię i nazwisko", "Ada Lovelace"),
        ("Ονοματεπώνυμο", "Ada Lovelace"),
        ("氏名", "Ada Lovelace"),
    ],
)
def test_a_name_is_whole_whatever_stands_beside_it(header: str, cells: str) -> None:
    (found,) = roster(f"number;{header}\n1;{cells}\n")
    assert found.person.name == "Ada Lovelace"


def test_identifiers_of_github_may_be_addresses_and_a_table_of_his_ends() -> None:
    (ada,) = roster("identifier,github_username,name\nada@example.org,al,\n")
    assert (ada.person.email, ada.person.number) == ("ada@example.org", "")
    assert len(roster(ROSTERS["HIS"])) == 1
    (bo,) = roster("Nutzernamen;Name\nbo1;Bo\n")
    assert bo.person.ids["login"] == "bo1"


def test_the_parts_of_a_name_keep_their_order() -> None:
    (dutch,) = roster("Nummer;Achternaam;Tussenvoegsel;Voornaam\n1;Berg;van den;Ada\n")
    (spanish,) = roster("Número;Nombre;Primer apellido;Segundo apellido\n1;Ada;Ruiz;Gil\n")
    assert (dutch.person.name, spanish.person.name) == ("Ada van den Berg", "Ada Ruiz Gil")


@pytest.mark.parametrize("kind", [kind for kind in ROSTERS if "Canvas" in kind])
def test_rows_of_canvas_about_the_work_are_nobody(kind: str) -> None:
    assert [each.title for each in roster(ROSTERS[kind])] == ["Ada Lovelace", "Grace Hopper"]


@pytest.mark.parametrize("start", [",,{}", "{},,"])
def test_rows_of_google_classroom_about_the_work_are_nobody(start: str) -> None:
    (ada,) = roster(
        "Last name,First name,Email address,Klondike\n"
        f"{start.format('Date')},2026-03-27\n{start.format('Points')},66\n"
        "Lovelace,Ada,ada@example.org,\n"
    )
    assert (ada.line, ada.person.name) == (4, "Ada Lovelace")


def test_rows_that_sum_up_are_nobody() -> None:
    head = "Vorname;Nachname;Matrikelnummer\n"
    known = roster(
        f"{head}Ada;Lovelace;1\nSum;;2\nDi;;\nDurchschnitt;;\nOverall;average;\nAnzahl;8;\n"
    )
    assert [each.title for each in known] == ["Ada Lovelace", "Sum", "Di"]
    assert [each.title for each in roster("name\nAda\nSum\n")] == ["Ada", "Sum"]


def test_a_roster_without_names_is_told() -> None:
    (note,) = match(roster("number,nimi\n1,Ada\n"), [one("a", number="1")]).notes
    assert note.startswith("the roster does not say what people are called")


def test_who_submitted_nothing_who_is_unknown_and_who_is_there_twice() -> None:
    people = roster("number,name\n1000001,Ann\n1000002,Bob\n1000003,Cy\n1000003,Di\n")
    found = [
        one("a", number="1000001"), one("b", folder="ann"), one("c", number="1000009"),
        one("d", number="1000003"),
    ]  # fmt: skip
    matched = match(people, found)
    assert [each.title for each in matched.missing] == ["Bob", "Cy", "Di"]
    assert [each.key for each in matched.unknown] == ["c", "d"]
    assert matched.findings == (
        "the number 1000003 stands in lines 4 and 5 of the roster",
        "Ann has two submissions: a and b",
        "1000003: its number stands in lines 4 and 5 of the roster",
        "1000009 is not in the roster, or not told apart there",
        "1000003 is not in the roster, or not told apart there",
    )
    whole = match(people[:1], [one("a", number="1000001"), one("c", number="1000009")])
    assert whole.findings == ()
    assert whole.notes == ("1000009 is not in the roster, or not told apart there",)


@pytest.mark.parametrize("number", ["1234567.0", "1234567,0", "01234567", "001234567"])
@pytest.mark.parametrize("about", [{"number": "1234567"}, {"folder": "CS1-1234567"}])
def test_a_number_that_went_through_a_spreadsheet(number: str, about: dict[str, str]) -> None:
    people = roster(f"number;name\n{number};Ann\n1000002;Bob\n")
    matched = match(people, [one("a", **about), one("b", number="0001000002")])
    assert [each.title for (each,) in matched.people.values()] == ["Ann", "Bob"]
    assert (matched.missing, matched.notes, matched.findings) == ((), (), ())


def test_numbers_that_only_zeros_tell_apart_are_told() -> None:
    people = roster("number\n12345\n012345\n")
    (exact,) = match(people, [one("a", number="012345")]).people["a"]
    assert exact.line == 3
    matched = match(people, [one("b", number="0012345")])
    assert [each.key for each in matched.unknown] == ["b"]
    assert matched.findings[0] == (
        "0012345 differs only by leading zeros from 12345 in line 2 and 012345 in line 3 of the "
        "roster; format the column as text and write the numbers in full"
    )


def test_a_number_that_lost_digits_is_nobodys() -> None:
    people = roster("number;name\n1.234567E+06;Ann\n1,3E+06;\n")
    matched = match(people, [one("a", name="Ann")])
    assert [each.person.number for each in matched.people["a"]] == [""]
    assert matched.missing == ()
    assert [line[:44] for line in matched.findings] == [
        "line 2 of the roster: 1.234567E+06 is a numb",
        "line 3 of the roster: 1,3E+06 is a number of",
    ]


def test_a_row_that_is_there_twice_is_read_once() -> None:
    people = roster("number,name,section\n1000001,Ann,A\n1000002,Bob,A\n1000001,Ann,B\n")
    assert [each.line for each in people] == [2, 3]
    assert match(people, [one("a", number="1000001")]).findings == ()


@pytest.mark.parametrize(
    ("text", "submission"),
    [
        (packing.worksheet(), one("x", name="Ada Lovelace", moodle="1")),
        ('Student,ID,Section\n"Smith, John",203,A\n', one("x", name="John Smith", canvas="103")),
        ("number,name\n2600009S,Ada\n", one("x", name="Ada", number="2600001S")),
        ("number,email\n2600009S,a@b.c\n", one("x", email="a@b.c", number="2600001S")),
    ],
)
def test_who_has_another_identifier_is_somebody_else(text: str, submission: Delivered) -> None:
    assert match(roster(text), [submission]).unknown == (submission,)


def test_a_roster_of_another_assignment_is_told(tmp_path: Path) -> None:
    matched = match(roster(packing.worksheet(number=100)), moodle(tmp_path).submissions)
    assert matched.people == {}
    assert matched.findings[0] == (
        "no Moodle number of the download is in the roster, which is of another assignment or "
        "section; export the roster anew, or leave out its Moodle numbers"
    )


def test_a_date_in_the_name_of_a_folder_is_no_other_number() -> None:
    submission = one("x", folder="20261104-1000001", number="20261104")
    assert match(roster("number,name\n1000001,Ann\n"), [submission]).people


@pytest.mark.parametrize(
    ("folder", "number", "count"),
    [
        ("20261104 Ada Lovelace", "1000001", 1),
        ("hw1_Lovelace_Ada_final", "1000001", 1),
        ("20261104 Ada Lovelace", "20251105", 0),
        ("1000002 Ada Lovelace", "1000001", 0),
        ("Ada Lovelace King", "1000001", 0),
        ("ada 1", "1000001", 0),
    ],
)
def test_a_name_between_a_date_and_a_version_is_known(folder: str, number: str, count: int) -> None:
    submission = one("x", folder=folder, number=number_in(folder))
    found = match(roster(f"number,name\n{number},Ada Lovelace\n"), [submission])
    assert len(found.people) == count
    assert all(folder in line for line in found.notes)


@pytest.mark.parametrize(
    ("folder", "lines"),
    [
        ("Ada Lovelace & Bo Roe", [2, 3]),
        ("Lovelace_Ada_Roe_Bo", [2, 3]),
        ("Li Wei, Bo Roe und Ada Lovelace", [2, 3, 4]),
        ("Ada Lovelace and Bo", []),
        ("Ada Lovelace, Bo Roe, Di", []),
        ("Wei Li Wei", []),
    ],
)
def test_a_team_that_is_called_by_its_names_is_known(folder: str, lines: list[int]) -> None:
    known = roster("number,name\n1,Ada Lovelace\n2,Bo Roe\n3,Wei Li\n4,Di Li\n")
    found = match(known, [one("x", folder=folder)])
    assert [each.line for each in found.people.get("x", ())] == lines
    assert bool(found.findings) != bool(lines)


@pytest.mark.parametrize(
    ("names", "lines"),
    [
        (["whist-ada1-main", "whist-bo-roe-main", "whist-cy3-main"], [2, 3, 4]),
        (["CS1-W-900-ada1", "CS1-W-901-bo-roe", "CS1-W-902-cy3"], [2, 3, 4]),
        (["W-Ada Lovelace-2026-12-04", "W-Bo Roe-2026-12-05", "W-Cy Dun-2026-12-06"], [2, 3, 4]),
        (["ada1 - Ada Lovelace - Attempt 1", "cy3 - Cy Dun - Attempt 2"], [2, 4]),
        (["x-a.l@b.org", "x-roe@b.org", "x-cy3"], [2, 3, 4]),
        (["whist-dee-main", "whist-cy3-main", "whist-bo-main"], [4]),  # two are called dee
        (["ada1 cy3", "bo-roe x", "x-2600009-cy3"], []),
        (["whist-ada1", "other-cy3", "whist-x"], []),
    ],
)
def test_who_is_named_between_words_that_all_names_share_is_known(
    names: list[str], lines: list[int]
) -> None:
    known = roster(
        "name,login,email\nAda Lovelace,ada1,a.l@b.org\nBo Roe,bo-roe,roe@b.org\n"
        "Cy Dun,cy3,\nDee Li,dee,\nDee Lo,,dee@b.org\n"
    )
    found = match(known, [one(name, folder=name) for name in names])
    assert [each.line for name in names for each in found.people.get(name, ())] == lines


GROUPS = (  # as Canvas exports them
    "name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id,group_id\n"
    "Ada Lovelace,7001,1S,ada1,A,Owls 1,9,\nBo Roe,7002,2S,bo2,A,Owls 1,9,\n"
    'Cy Dun,7003,3S,cy3,A,"Cy\'s, T3",8,\nDi Li,7004,4S,di4,A,,,\n'
)


@pytest.mark.parametrize(
    ("submission", "lines"),
    [
        (one("x", name="owls1", canvas="7002"), [2, 3]),
        (one("x", folder="Owls_1"), [2, 3]),
        (one("x", git="owls-1", repository="whist-owls-1"), [2, 3]),
        (one("x", name="cys", canvas="7003"), [4]),
        (one("x", name="owls1", canvas="7003"), [4]),
        (one("x", name="lovelaceada", canvas="7001"), [2]),
        (one("x", folder="owls 2"), []),
    ],
)
def test_a_submission_that_is_called_by_a_group_is_of_its_members(
    submission: Delivered, lines: list[int]
) -> None:
    found = match(roster(GROUPS), [submission])
    assert [each.line for each in found.people.get("x", ())] == lines
    assert any(note.endswith("members: owls1 (2)") for note in found.notes) == (
        lines == [2, 3] and "canvas" in submission.people[0].ids
    )
    is_in_doubt = submission.people[0].name == "owls1" and lines == [4]
    assert ("owls1 is called by a group, of which Cy Dun is not" in found.findings) == is_in_doubt


def test_a_group_that_is_a_tutorial_or_called_like_somebody_is_told_apart() -> None:
    tutorial = "name,group\n" + "".join(f"Stu Dent{at},T3\n" for at in range(10))
    (line,) = match(roster(tutorial), [one("x", folder="T3")]).findings
    assert line.startswith("T3 is called by a group of 10 in the roster")
    named = roster("name,group\nAda Lovelace,Bo Roe\nBo Roe,Ada Lovelace\n")
    assert len(match(named, [one("x", folder="Ada Lovelace")]).people["x"]) == 1
    numbered = roster("number,group\n1,2\n2,1\n3,1\n")
    assert [each.line for each in match(numbered, [one("x", folder="1")]).people["x"]] == [2]


def test_canvas_submissions_that_are_called_otherwise_than_their_students_are_told() -> None:
    known = roster(ROSTERS["Canvas gradebook"])
    teams = [one("x", name="owls1", canvas="7001"), one("y", name="owls2", canvas="7002")]
    (line,) = match(known, teams).findings
    assert line.startswith("owls1 has the Canvas id of Ada Lovelace, and 2 of 2 are called")
    married = [one("x", name="kingada", canvas="7001"), one("y", name="roegrace", canvas="7002")]
    assert not match(known, married).findings


@pytest.mark.parametrize(("name", "count"), [("राम", 0), ("रामा", 1)])
def test_names_that_differ_by_a_vowel_alone_are_other_peoples(name: str, count: int) -> None:
    roster = roster_of(table_of("name,number\nरामा,2600001S\n".encode(), "class.csv"))
    person = Person(name, ids={"canvas": "12"})
    found = match(roster, [Delivered("canvas 12", (person,), (Attempt("1", {}),))])
    assert len(found.people) == count


def test_names_in_another_unicode_form_are_the_same(tmp_path: Path) -> None:
    people = roster("name\nJose\u0301 Nu\u0301n\u0303ez\n")
    matched = match(people, moodle(tmp_path).submissions)
    assert [len(each) for each in matched.people.values()] == [1]


def test_a_whole_class_is_matched(tmp_path: Path) -> None:
    people = roster(packing.worksheet())
    matched = match(people, moodle(tmp_path).submissions)
    assert len(matched.people) == len(STUDENTS)
    assert [one.title for one in matched.missing] == ["Absent Friend"]
    assert matched.notes == ()


@pytest.mark.parametrize(
    "titles",
    [
        "Students\n",
        "Programming 1; winter 2026\n\nTutorial:;A\n;;\n",
        "startHISsheet\r\n",
        '"Course";"Prüfer: O""Neil"\n' * 9,
    ],
)
def test_titles_may_stand_above_a_roster(titles: str, tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text(f"{titles}Matrikelnummer;Name;Vorname\n2600001S;Lovelace;Ada\n")
    (ada,) = read_roster(path)
    assert (ada.person, ada.line) == (
        Person("Ada Lovelace", "2600001S"), titles.count("\n") + 2
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("mark,comment\n1,2\nname,number\n", "r.csv:1: no column says who the people are"),
        ("mark,comment\n1,2\n", "r.csv:1: no column says who the people are"),
        ("name,number\n", "r.csv names nobody"),
    ],
)
def test_a_roster_that_is_none(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=why):
        read_roster(path)
    with pytest.raises(InputError, match=r"cannot be read .*; name a CSV file"):
        read_roster(tmp_path / "none.csv")


def tried(*hours: int | None, files: bool = True) -> Delivered:
    given = {"a.zip": Placed(InMemory(b""), "a.zip")}
    return Delivered(
        "ada",
        (Person("Ada"),),
        tuple(
            Attempt(
                str(place),
                given if files or place == len(hours) else {},
                None if hour is None else NOON + timedelta(hours=hour),
            )
            for place, hour in enumerate(hours, 1)
        ),
    )


@pytest.mark.parametrize(
    ("hours", "policy", "until", "marked", "note"),
    [
        ((0, 1, 2), "last", None, "3", ""),
        ((0, 5, 2), "last", None, "2", ""),
        ((None, 5, 2), "last", None, "3", ""),
        ((0, 1, 2), "last", 1, "2", ""),
        ((2, 3), "last", 1, "1", "nothing was submitted in time"),
        ((2,), "last", 1, "1", ""),
        ((None, None), "last", 1, "2", ""),
        ((0, 1), "first", None, "1", ""),
        ((0, 1), "2", None, "2", ""),
        ((0, 1), "best", None, "1 2", ""),
    ],
)
def test_which_attempt_counts(
    hours: tuple[int | None, ...], policy: str, until: int | None, marked: str, note: str
) -> None:
    due = None if until is None else NOON + timedelta(hours=until)
    chosen = choose(tried(*hours), policy, due)
    assert " ".join(one.label for one in chosen.marked) == marked
    assert len(chosen.marked) + len(chosen.others) == len(hours)
    assert all(note in each for each in chosen.notes)
    assert bool(chosen.notes) == bool(note)
    assert chosen.is_last_in_time == (until is not None and hours == (0, 1, 2))


def test_an_attempt_that_is_not_in_the_download_is_told() -> None:
    chosen = choose(tried(0, 5, files=False), "last", NOON + timedelta(hours=1))
    assert [one.label for one in chosen.marked] == ["2"]
    assert chosen.notes == (
        "Ada: the attempt 1 would count, and its files are not in the download; "
        "2 is marked instead",
    )
    with pytest.raises(InputError, match="Ada has no attempt 'x'; name one of 1, 2"):
        choose(tried(0, 1), "x")


def test_an_attempt_without_a_zone_is_in_the_courses() -> None:
    plain = replace(tried(0).attempts[0], submitted=datetime(2026, 7, 1, 12, 30))
    ada = replace(tried(0), attempts=(tried(0).attempts[0], plain))
    due = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
    assert choose(ada, until=due, zone=LONDON).marked == (plain,)
    assert choose(ada, until=due, zone=UTC).marked != (plain,)


def merged(
    stated: tuple[Stated, ...] = (), *pairs: Delivered, due: datetime | None = NOON
) -> Times:
    return merge(
        [(one, one.attempts[-1]) for one in pairs], {}, stated,
        due=due, timezone="Europe/London",
    )  # fmt: skip


def test_the_table_counts_before_the_download(tmp_path: Path) -> None:
    path = tmp_path / "times.csv"
    path.write_text(
        "email,submitted,deadline,note\n"
        "ADA@example.org,2026-07-01 17:00,,\nbob.zip,,2026-07-03 12:00,ill\n"
    )
    ada = replace(tried(0), people=(Person("Ada", email="ada@example.org"),))
    bob = replace(tried(1), key="bob")
    times = merged(read_times(path, "Europe/London"), ada, bob)
    assert times.of["ada"].submitted == datetime(2026, 7, 1, 16, tzinfo=UTC)
    assert times.of["bob"] == Timing(
        NOON + timedelta(hours=1), datetime(2026, 7, 3, 12, tzinfo=LONDON), "ill"
    )
    assert times.notes == ()


def test_by_number_of_the_roster_and_by_several_columns(tmp_path: Path) -> None:
    path = tmp_path / "times.csv"
    path.write_text("submission;number;submitted\n;2600001S;2026-03-27 17:00\nx;;\nzip;;\n")
    known = roster("number,name\n2600001S,Ada\n")
    pairs = [(tried(0), tried(0).attempts[0])]
    times = merge(pairs, {"ada": known}, read_times(path, "UTC"), due=NOON, timezone="UTC")
    assert times.of["ada"].submitted == datetime(2026, 3, 27, 17, tzinfo=UTC)
    assert times.notes == (f"{path}:3: x fits no submission", f"{path}:4: zip fits no submission")


def test_what_is_missing_or_in_doubt_is_told() -> None:
    unknown = replace(tried(None), key="u")
    late = replace(tried(None), key="l", people=(Person("Lea"),))
    late = replace(late, attempts=(replace(late.attempts[0], late=True),))
    plain = replace(tried(0), key="p", people=(Person("Pia"),))
    plain = replace(plain, attempts=(replace(plain.attempts[0], submitted=datetime(2026, 7, 1)),))
    times = merged((), unknown, late, plain)
    assert times.of["p"].submitted == datetime(2026, 7, 1, tzinfo=LONDON)
    assert times.notes == (
        "the download names no time zone for Pia; Europe/London is assumed",
        "no time of submission is known for Ada, Lea, so lateness is not judged; "
        "add rows to times.csv",
        "the platform marks Lea as late and does not say when it came in",
    )
    assert merged((), plain, due=None).notes[-1] == (
        "times are known, but there is no deadline, so nothing is late"
    )
    assert merged((), unknown, due=None).notes == ()


def test_a_row_that_fits_two_counts_for_none() -> None:
    pair = [replace(tried(0), key=key, people=(Person(number="1"),)) for key in "ab"]
    row = Stated("1", Timing(NOON + timedelta(days=9)), "times.csv:2")
    times = merged((row,), *pair)
    assert times.findings == ("times.csv:2: 1 fits a and b; it counts for none",)
    assert times.of["a"].submitted == NOON


@pytest.mark.parametrize(
    ("who", "finding"),
    [
        ("0012345", ""),
        ("12345", ""),
        ("12345.0", ""),
        ("0012345.zip", ""),
        ("1.2345E+04", "is a number of which a spreadsheet has lost digits"),
        ("54321", "54321 fits no submission, so nobody gets the deadline there"),
        ("777", ""),
    ],
)
def test_an_extension_is_found_or_its_loss_is_a_finding(who: str, finding: str) -> None:
    ada = replace(tried(0), key="x", people=(Person("Ada", "0012345"),))
    row = Stated(who, Timing(None, NOON), "times.csv:2")
    eve = replace(tried(0), key="y", people=(Person("Eve", "0099999"),))
    pairs = [(one, one.attempts[0]) for one in (ada, eve)]
    others = [Person("Bob", "0777")]
    times = merge(pairs, {}, [row], due=NOON, timezone="UTC", others=others)
    assert bool(times.findings) == bool(finding)
    assert all(finding in line for line in times.findings)
    is_hers = not finding and who != "777"
    assert (times.of["x"].deadline == NOON) == is_hers


def test_an_extension_of_somebody_absent_is_nobody_elses() -> None:
    ada = replace(tried(0), key="x", people=(Person("Ada", "0012345"),))
    row = Stated("12345", Timing(None, NOON), "t:2")
    pairs, absent = [(ada, ada.attempts[0])], [Person("Bob", "12345")]
    times = merge(pairs, {}, [row], due=NOON, timezone="UTC", others=absent)
    assert (times.of["x"].deadline, times.findings) == (None, ())


def test_rows_about_others_are_to_be_expected_beside_a_single_submission() -> None:
    times = merged((Stated("54321", Timing(None, NOON), "t:2"),), tried(0))
    assert (times.notes, times.findings) == (("t:2: 54321 fits no submission",), ())


def test_rows_that_only_zeros_tell_apart_count_for_none() -> None:
    ada = replace(tried(0), key="x", people=(Person("Ada", "0012345"),))
    rows = [Stated(who, Timing(None, NOON), f"t:{who}") for who in ("12345", "012345")]
    assert merged(tuple(rows), ada).of["x"].deadline is None
    assert len(merged(tuple(rows), ada).findings) == 2
    exact = Stated("0012345", Timing(NOON), "t:2")
    assert merged((rows[0], exact), ada).of["x"].deadline is None
    assert merged((rows[0], exact), ada).findings == (
        "t:12345: 12345 differs only by leading zeros from x; it counts for none, "
        "so write the number in full",
    )


def test_two_rows_for_one_submission_are_a_finding_if_they_differ() -> None:
    ada = replace(tried(0), people=(Person("Ada", "1000001", "a@b.c"),))
    rows = tuple(Stated(who, Timing(NOON), f"t:{who}") for who in ("1000001", "a@b.c"))
    assert merged(rows, ada).findings == ()
    other = replace(rows[1], timing=Timing(NOON, NOON))
    assert "has two rows of times" in merged((rows[0], other), ada).findings[0]


@pytest.mark.parametrize(
    "head",
    [
        "Matrikelnummer", "Matrikel-Nr.", "Matrikel Nr.", "N° étudiant", "Numéro d’étudiant",
        "Número de matrícula", "N.º de matrícula", "E-Mail-Adresse",
    ],
)  # fmt: skip
def test_a_table_of_times_may_call_its_columns_as_a_roster_does(head: str, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f"{head};submitted\n1234567;4.12.2026 16:30\n", encoding="cp1252")
    (row,) = read_times(path, "UTC")
    assert (row.who, row.timing.submitted) == (
        "1234567", datetime(2026, 12, 4, 16, 30, tzinfo=UTC)
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("who,when\n", "t.csv:1: the first line must name a column submission, number or email"),
        ("number,note\n1,x\n", "t.csv:1: the first line must name"),
        ("number,submitted\n,2026-03-27 17:00\n", "t.csv:2: it does not say who"),
        ("number,submitted\n1,yesterday\n", "t.csv:2: 'yesterday' is not a time"),
        ("number,submitted\n1,\n1.ZIP,\n", "t.csv:3: '1.ZIP' stands in .*t.csv:2 already"),
    ],
)
def test_times_that_are_none(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=why):
        read_times(path, "UTC")
