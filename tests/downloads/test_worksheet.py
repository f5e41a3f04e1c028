"""Moodle's grading worksheet in the languages of its packs, and what it says of a download."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from packing import packed, write
from patience_grader.downloads.model import Delivered, Download
from patience_grader.downloads.recognise import recognise
from patience_grader.downloads.roster import read_roster
from patience_grader.downloads.when import Stated, merge
from patience_grader.errors import InputError
from patience_grader.marks.late import Timing

WORK = packed("reference-solution-66")
SHEETS = {
    "German": (
        'ID,"Vollständiger Name",ID-Nummer,E-Mail-Adresse,Status,Bewertung,Bestwertung,'
        '"Bewertung kann geändert werden","Zuletzt geändert (Abgabe)"\n'
        'Teilnehmer/in501,"Ada Löwe",2600001S,a@x.de,"Zur Bewertung abgegeben - 40 Minuten zu '
        'spät -  - ",,"66,00",Ja,"Freitag, 27. März 2026, 16:12"\n'
    ),
    "Spanish": (
        'Identificador,"Nombre completo","Número de ID","Dirección de correo",Estado,Calificación,'
        '"Calificación máxima","Última modificación (entrega)"\n'
        'Participante501,"Ada Löwe",2600001S,a@x.de,"Enviado para calificar",,"66,00",'
        '"viernes, 27 de marzo de 2026, 16:12"\n'
    ),
    "French": (
        'Identifiant,"Nom complet","Numéro d’identification","Adresse de courriel",Statut,Note,'
        '"Note maximale","Dernière modification (travail remis)"\n'
        'Participant501,"Ada Löwe",2600001S,a@x.de,"Remis pour évaluation",,"66,00",'
        '"vendredi 27 mars 2026, 16:12"\n'
    ),
    "Portuguese": (
        'Identificador,"Nome completo","Número de identificação (ID)",E-mail,Estado,Avaliação,'
        '"Nota máxima","Última atualização (submissão)"\n'
        'Participante501,"Ada Löwe",2600001S,a@x.de,"Submetido para avaliação",,"66,00",'
        '"sexta-feira, 27 de março de 2026 às 16:12"\n'
    ),
    "American": (
        'Identifier,"Full name","ID number","Email address",Status,Grade,"Maximum Grade",'
        '"Last modified (submission)"\n'
        'Participant 501,"Ada Löwe",2600001S,a@x.de,"Submitted for grading",,66.00,'
        '"Friday, March 27, 2026, 4:12 PM"\n'
    ),
}


def read(where: Path, folders: tuple[str, ...], sheet: str) -> Download:
    files = {f"CS1-88/{folder}_assignsubmission_file/w.zip": WORK for folder in folders}
    return recognise([write(where / "in", {**files, "sheet.csv": sheet.encode("utf-8-sig")})])


def by_key(download: Download) -> dict[str, Delivered]:
    return {one.key: one for one in download.submissions}


@pytest.mark.parametrize("language", SHEETS)
def test_a_worksheet_of_any_pack_gives_people_and_times(language: str, tmp_path: Path) -> None:
    found = read(tmp_path, ("Ada Lovelace_501",), SHEETS[language])
    (one,) = found.submissions
    (who,) = one.people
    assert (who.name, who.number, who.email) == ("Ada Löwe", "2600001S", "a@x.de")
    assert one.attempts[0].submitted == datetime(2026, 3, 27, 16, 12)
    assert one.attempts[0].late is (True if language == "German" else None)
    assert "names and times are taken from this worksheet" in found.notes[0]


@pytest.mark.parametrize("language", SHEETS)
def test_a_worksheet_of_any_pack_is_a_roster(language: str, tmp_path: Path) -> None:
    file = tmp_path / "sheet.csv"
    file.write_text(SHEETS[language], encoding="utf-8")
    (one,) = read_roster(file)
    assert (one.person.name, one.person.number, one.person.email) == (
        "Ada Löwe", "2600001S", "a@x.de"
    )  # fmt: skip
    assert one.person.ids["moodle"] == "501"


def test_a_column_for_the_student_number_counts_before_moodles_own(tmp_path: Path) -> None:
    sheet = SHEETS["German"].replace("ID-Nummer", "ID-Nummer,Matrikelnummer")
    for place, (numbers, wanted) in enumerate({",2600007S": "2600007S", "x7,": "x7"}.items()):
        text = sheet.replace("2600001S", numbers)
        (one,) = read(tmp_path / str(place), ("Ada_501",), text).submissions
        assert one.people[0].number == wanted


def test_half_past_midnight_and_noon_and_no_time_at_all(tmp_path: Path) -> None:
    sheet = SHEETS["American"]
    times = {"12:30 AM": 0, "12:30 PM": 12, "11:30 pm": 23}
    for text, hour in times.items():
        found = read(tmp_path / text[:8], ("A_501",), sheet.replace("4:12 PM", text))
        assert found.submissions[0].attempts[0].submitted == datetime(2026, 3, 27, hour, 30)
    for place, text in enumerate(("-", "Friday, March 32, 2026, 4:12 PM", "March 2026, 4:12 PM")):
        other = sheet.replace("Friday, March 27, 2026, 4:12 PM", text)
        found = read(tmp_path / str(place), ("A_501",), other)
        assert found.submissions[0].attempts[0].submitted is None


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-27 16:12", "27.03.2026 16:12", "27/03/2026 16:12:00", "3/27/2026 4:12 PM",
        "27.03.26 16:12", "27-03-2026 16:12",
    ],
)  # fmt: skip
def test_times_that_went_through_a_spreadsheet_are_read(text: str, tmp_path: Path) -> None:
    sheet = SHEETS["American"].replace("Friday, March 27, 2026, 4:12 PM", text)
    found = read(tmp_path, ("A_501",), sheet)
    assert found.submissions[0].attempts[0].submitted == datetime(2026, 3, 27, 16, 12)


@pytest.mark.parametrize(
    "text", ["3/4/2026 16:12", "27/03/26 16:12:00", "26-Mar-27 16:12", "27 Mar 27, 4:12 PM"]
)
def test_times_that_could_be_of_two_days_are_not_read_and_told(text: str, tmp_path: Path) -> None:
    sheet = SHEETS["American"].replace("Friday, March 27, 2026, 4:12 PM", text)
    found = read(tmp_path, ("A_501",), sheet)
    assert found.submissions[0].attempts[0].submitted is None
    assert "do not say which number is the day, so download it in English" in found.notes[0]


@pytest.mark.parametrize("word", ["Uczestnik", "Συμμετέχων", "参加者"])
def test_who_are_all_called_the_same_are_called_by_their_numbers(word: str, tmp_path: Path) -> None:
    all_three = tuple(f"{word}_{number}" for number in (5, 6, 7))
    found = read(tmp_path / "all", all_three, "a,b\nc,d\n").submissions
    assert [one.title for one in found] == [f"{word} {number}" for number in (5, 6, 7)]
    found = read(tmp_path / "two", all_three[:2], "a,b\nc,d\n").submissions
    assert [one.title for one in found] == [word, word]


def test_folders_of_feedback_are_nobodys_work(tmp_path: Path) -> None:
    files = {
        f"A B_{number}_assign{kind}_file/{name}": b""
        for number in range(3)
        for kind, name in (("submission", "game.py"), ("feedback", "feedback.html"))
    }
    found = recognise([write(tmp_path, files)])
    assert [[*one.attempts[0].files] for one in found.submissions] == [["game.py"]] * 3
    assert all(one.is_noise for one in found.left_out)


@pytest.mark.parametrize("word", ["Participant", "Teilnehmerin", "Participante", "Deelnemer"])
def test_those_whose_names_are_hidden_are_called_by_their_numbers(
    word: str, tmp_path: Path
) -> None:
    found = read(tmp_path, (f"{word}_501", f"{word}_502"), "a,b\nc,d\n")
    assert [one.title for one in found.submissions] == [f"{word} 501", f"{word} 502"]


def test_the_number_of_a_group_is_no_participant(tmp_path: Path) -> None:
    sheet = (
        'Identificador,"Nombre completo",Estado,Grupo,Calificación,"Calificación máxima"\n'
        "Participante55,Ana,Enviado para calificar,Grupo Rojo,,66\n"
        "Participante56,Luis,Enviado para calificar,Grupo Azul,,66\n"
        "Participante57,Eva,Enviado para calificar,Grupo predeterminado,,66\n"
    )
    folders = ("Grupo Azul_55", "Grupo Rojo_56", "Grupo predeterminado")
    found = read(tmp_path, folders, sheet)
    members = {key: [person.name for person in one.people] for key, one in by_key(found).items()}
    assert members == {
        "moodle Grupo Azul 55": ["Luis"],
        "moodle Grupo Rojo 56": ["Ana"],
        "moodle Grupo predeterminado": ["Eva"],
    }
    assert found.summary == "Moodle download: 3 teams"


@pytest.mark.parametrize("ampersand", ["", "amp;"])
def test_a_team_is_known_by_what_moodle_leaves_of_its_name(ampersand: str, tmp_path: Path) -> None:
    """A number of a group must not be taken for that of a participant, whoever is in the group."""
    sheet = (
        "Identifier,Full name,Status,Group,Grade,Maximum grade\n"
        'Participant 55,Ana,Submitted for grading,"R&D: O\'Neil\'s / ""best""",,66\n'
        "Participant 56,Luis,Submitted for grading,a_b,,66\n"
    )
    folders = (f"R{ampersand}D ONeils  best_56", "a b_55", "Somebody else_57")
    found = by_key(read(tmp_path, folders, sheet))
    assert {key: [dict(one.ids) for one in each.people] for key, each in found.items()} == {
        f"moodle R{ampersand}D ONeils  best 56": [{"moodle": "55"}],
        "moodle a b 55": [{"moodle": "56"}],
        "moodle Somebody else 57": [{}],
    }


def test_a_roster_of_logins_is_no_worksheet(tmp_path: Path) -> None:
    file = tmp_path / "roster.csv"
    file.write_text("identifier,github_username,name\ns2600001,ada,Ada\n", encoding="utf-8")
    (one,) = read_roster(file)
    assert one.person.number == "s2600001"
    assert "moodle" not in one.person.ids


EXTENDED = {
    "German": "Abgegeben - Verlängertes Abgabeende bis: Freitag, 3. April 2026, 16:30",
    "Spanish": "Enviado - Plazo ampliado hasta: viernes, 3 de abril de 2026, 16:30",
    "French": "Remis - Prolongation accordée jusqu’au\u00a0: vendredi 3 avril 2026, 16:30 - Relu",
    "Portuguese": "Submetido - Prazo prolongado até sexta-feira, 3 de abril de 2026 às 16:30",
    "American": "Submitted - Released - Extension granted until: Friday, April 3, 2026, 4:30 PM",
}


@pytest.mark.parametrize("language", EXTENDED)
def test_an_extension_in_the_status_is_the_students_own_deadline(
    language: str, tmp_path: Path
) -> None:
    before, _, rest = SHEETS[language].partition("a@x.de,")
    status = rest[: rest.index('",') + 1] if rest.startswith('"') else rest.partition(",")[0]
    sheet = f"{before}a@x.de,{rest.replace(status, chr(34) + EXTENDED[language] + chr(34), 1)}"
    found = read(tmp_path, ("Ada_501",), sheet)
    (one,) = found.submissions
    assert one.extension == datetime(2026, 4, 3, 16, 30)
    assert one.attempts[0].submitted == datetime(2026, 3, 27, 16, 12)
    assert "the worksheet grants extensions to Ada" in found.notes
    for stated, wanted in (("", one.extension), ("2026-05-01", datetime(2026, 5, 1))):
        rows = [Stated("501", Timing(None, datetime(2026, 5, 1, tzinfo=UTC)), "t")]
        times = merge(
            [(one, one.attempts[0])], {}, rows if stated else [], due=None, timezone="UTC"
        )
        assert times.of[one.key].deadline == wanted.replace(tzinfo=UTC)


def test_a_due_date_that_is_later_than_that_of_others_is_an_extension(tmp_path: Path) -> None:
    usual, later, earlier = (f"Friday, {day} April 2026, 4:30 PM" for day in (3, 10, 1))
    granted = "Submitted - Extension granted until: Sunday, 12 April 2026, 4:30 PM"
    rows = [("Ada", "", usual), ("Bo", "", later), ("Cy", "", usual), ("Di", "", earlier)]
    rows += [("Ed", granted, later), ("Flo", "", "")]
    sheet = "Identifier,Full name,Status,Open,Until,Closed,Group,Grade,Grade can be changed\n"
    sheet += "".join(
        f'Participant {place},{who},"{status or "Submitted"}",,"{due}",,,,Yes\n'
        for place, (who, status, due) in enumerate(rows, 501)
    )
    found = read(tmp_path, tuple(f"{who}_{at}" for at, (who, _, _) in enumerate(rows, 501)), sheet)
    april = {one.people[0].name: one.extension and one.extension.day for one in found.submissions}
    assert april == {"Ada": None, "Bo": 10, "Cy": None, "Di": None, "Ed": 12, "Flo": None}
    assert "the worksheet grants extensions to Bo, Ed" in found.notes
    (less,) = [note for note in found.notes if "less time" in note]
    assert less.startswith("the worksheet gives Di less time than others, which does not count")


@pytest.mark.parametrize("place", ["in", "."])
def test_a_worksheet_that_a_spreadsheet_has_saved_is_not_passed_over(
    place: str, tmp_path: Path
) -> None:
    folder = write(tmp_path / "in", {f"{who}_assignsubmission_file/w.zip": WORK for who in "ab"})
    sheet = tmp_path / place / "Grades.xlsx"
    sheet.write_bytes(b"PK")
    found = recognise([folder] if place == "in" else [folder, sheet])
    assert found.platform == "moodle"
    (left_out,) = found.left_out
    assert left_out.may_be_work
    assert str(left_out).endswith("it is a spreadsheet's own file; save the table in it as CSV")


def test_an_extension_takes_no_time_from_anybody(tmp_path: Path) -> None:
    sheet = SHEETS["American"].replace("Submitted for grading", EXTENDED["American"])
    (one,) = read(tmp_path, ("Ada_501",), sheet).submissions
    for day, wanted in ((2, datetime(2026, 4, 3, 16, 30, tzinfo=UTC)), (4, None)):
        due = datetime(2026, 4, day, 16, 30)
        times = merge([(one, one.attempts[0])], {}, [], due=due, timezone="UTC")
        assert times.of[one.key].deadline == wanted


@pytest.mark.parametrize("status", ["Draft (not submitted)", "Entwurf (nicht abgegeben) - x"])
def test_a_draft_is_noted(status: str, tmp_path: Path) -> None:
    sheet = SHEETS["American"].replace("Submitted for grading", status)
    assert (
        "Ada: the worksheet says that it is a draft, which was not submitted"
        in read(tmp_path, ("Ada_501",), sheet).notes
    )


AMERICAN = SHEETS["American"]
OVERRIDES = AMERICAN.replace("Status,", "Status,Open,Due date,Closed,").replace(
    '"Submitted for grading",', '"Submitted for grading",-,"Friday, April 3, 2026, 4:30 PM",-,'
)
TEAMS = (
    "Identifier,Full name,ID number,Status,Group,Grade\n"
    "Participant 501,Ada,2600001S,Submitted for grading,Red,\n"
    "Participant 502,Bob,2600002S,Submitted for grading,Red,\n"
)


def beside(where: Path, folders: tuple[str, ...], *sheets: str) -> Download:
    work = {f"CS1-88/{one}_assignsubmission_file/w.zip": WORK for one in folders}
    tables = {f"Grades-{place}.csv": sheet.encode() for place, sheet in enumerate(sheets)}
    return recognise([write(where / "in", {**work, **tables})])


def test_worksheets_that_say_the_same_are_used_once(tmp_path: Path) -> None:
    graded = AMERICAN.replace(",,66.00", ",50,66.00")
    found = beside(tmp_path, ("Ada_501",), AMERICAN, graded)
    assert found.submissions[0].attempts[0].submitted == datetime(2026, 3, 27, 16, 12)
    first, second = (f"{tmp_path}/in/Grades-{place}.csv" for place in (0, 1))
    assert found.notes[1] == f"{second}: it says nothing that {first} does not say"
    team = beside(tmp_path / "team", ("Red_7",), TEAMS, TEAMS)
    assert [one.number for one in team.submissions[0].people] == ["2600001S", "2600002S"]


def test_worksheets_of_two_sections_are_both_used(tmp_path: Path) -> None:
    other = AMERICAN.replace(" 501", " 502").replace("Ada", "Bob").replace("4:12", "5:30")
    found = beside(tmp_path, ("Ada_501", "Bob_502"), AMERICAN, other)
    times = [one.attempts[0].submitted for one in found.submissions]
    assert times == [datetime(2026, 3, 27, 16, 12), datetime(2026, 3, 27, 17, 30)]
    assert sum("are taken from this worksheet" in note for note in found.notes) == 2


def test_a_worksheet_with_fewer_columns_adds_what_it_has(tmp_path: Path) -> None:
    short = "Identifier,Full name,Email address\nParticipant 501,Ada Löwe,a@x.de\n"
    for place, sheets in enumerate(((short, AMERICAN), (AMERICAN, short))):
        (one,) = beside(tmp_path / str(place), ("Ada_501",), *sheets).submissions
        assert (one.people[0].number, one.attempts[0].submitted) == (
            "2600001S", datetime(2026, 3, 27, 16, 12)
        )  # fmt: skip


@pytest.mark.parametrize(
    ("folder", "sheet", "old", "new", "what"),
    [
        ("Ada_501", AMERICAN, "4:12 PM", "5:12 PM", "the time of submission"),
        ("Ada_501", AMERICAN, "Friday, March 27, 2026, 4:12 PM", "-", "the time of submission"),
        ("Ada_501", AMERICAN, "2600001S", "2600009S", "the number"),
        (
            "Ada_501",
            AMERICAN,
            "Submitted for grading",
            "Submitted - Extension granted until: Friday, April 3, 2026, 4:30 PM",
            "the extension",
        ),
        ("Ada_501", OVERRIDES, "April 3", "April 4", "the due date"),
        ("Red_7", TEAMS, "grading,Red,\nP", "grading,Blue,\nP", "the team"),
    ],
)
def test_worksheets_that_contradict_each_other_are_refused(
    tmp_path: Path, folder: str, sheet: str, old: str, new: str, what: str
) -> None:
    assert old in sheet
    first, second = (f"{tmp_path}/in/Grades-{place}.csv" for place in (0, 1))
    with pytest.raises(InputError) as caught:
        beside(tmp_path, (folder,), sheet, sheet.replace(old, new))
    assert str(caught.value).startswith(
        f"the worksheets {first} and {second} contradict each other in {what} of Ada"
    )
    assert str(caught.value).endswith("; remove the older one")


def test_what_worksheets_say_of_those_who_submitted_nothing_is_not_compared(tmp_path: Path) -> None:
    absent = AMERICAN.splitlines()[1].replace(" 501", " 502").replace("Ada", "Bob")
    later = absent.replace("Submitted for grading", EXTENDED["American"])
    sheets = (f"{AMERICAN}{absent}\n", f"{AMERICAN}{later}\n")
    assert len(beside(tmp_path, ("Ada_501",), *sheets).submissions) == 1


PREFIXED = ("CS101-Ada Löwe_501", "CS101-Grace Hopper_502")
OF_TEAMS = (
    "Identifier,Full name,ID number,Status,Group,Grade\n"
    "Participant 7,Ada Löwe,2600001S,Submitted,Group 1,\n"
    "Participant 501,Grace Hopper,2600002S,Submitted,Group 2,\n"
)


def names(download: Download) -> dict[str, list[str]]:
    return {one.key: [each.name for each in one.people] for one in download.submissions}


def test_what_a_site_puts_before_names_is_not_part_of_them(tmp_path: Path) -> None:
    found = read(tmp_path, PREFIXED, "a,b\n1,2\n")
    assert names(found) == {"moodle 501": ["Ada Löwe"], "moodle 502": ["Grace Hopper"]}
    sisters = ("Anna-Maria Li_501", "Anna-Lena Li_502")
    assert names(read(tmp_path / "b", sisters, "a,b\n1,2\n")) == {
        "moodle 501": ["Anna-Maria Li"], "moodle 502": ["Anna-Lena Li"]
    }  # fmt: skip
    teams = ("Lab 1-Red_501", "Lab 1-Blue_502")
    assert names(read(tmp_path / "c", teams, "a,b\n1,2\n"))["moodle 501"] == ["Lab 1-Red"]


def test_a_participants_number_counts_before_a_name(tmp_path: Path) -> None:
    sheet = (
        "Identifier,Full name,ID number,Status,Grade\n"
        "Participant 501,Grace Hopper,2600001S,Submitted,\n"
        "Participant 502,Ada Löwe,2600002S,Submitted,\n"
    )
    found = by_key(read(tmp_path, PREFIXED, sheet))
    assert [one.people[0].number for one in found.values()] == ["2600001S", "2600002S"]
    assert found["moodle 501"].people[0].name == "Grace Hopper"


def test_a_team_with_the_course_before_its_name_has_its_own_members(tmp_path: Path) -> None:
    """Its number is the group's, which is also that of a participant of another team."""
    found = read(tmp_path, ("WS-Group 1_501", "WS-Group 2_502"), OF_TEAMS)
    assert names(found) == {
        "moodle Group 1 501": ["Ada Löwe"], "moodle Group 2 502": ["Grace Hopper"]
    }  # fmt: skip


def test_the_numbers_of_teams_are_no_participants_where_the_language_is_not_known(
    tmp_path: Path,
) -> None:
    sheet = (
        'Identyfikator,"Imię i nazwisko",Grupa,Ocena\n"Uczestnik 1","Ada Lovelace","Team A",\n'
        '"Uczestnik 2","Bob Stone","Team B",\n"Uczestnik 3","Cy Young","Team B",\n'
    )
    files = {f"{name}_assignsubmission_file/a.zip": WORK for name in ("Team A_3", "Team B_1")}
    folder = write(tmp_path, files | {"Oceny.csv": sheet.encode()})
    teams = {one.key: [each.name for each in one.people] for one in recognise([folder]).submissions}
    assert teams == {
        "moodle Team A 3": ["Ada Lovelace"],
        "moodle Team B 1": ["Bob Stone", "Cy Young"],
    }
