"""What people and platforms call the columns of a class list.

In English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech, Greek, Russian,
Swedish, Danish, Norwegian, Turkish, Japanese and Chinese, each as `fold` leaves it.
"""

from __future__ import annotations

NUMBER = (
    "student number", "student no", "student no.", "student id", "student id no", "student id no.",
    "matriculation number", "matriculation no", "matriculation no.", "matriculation",
    "matric number", "matric no", "matric no.", "registration number", "registration no",
    "registration no.", "reg number", "reg no", "reg no.", "reg. no", "reg. no.",
    "enrolment number", "enrolment no", "enrolment no.", "enrollment number", "enrollment no",
    "enrollment no.", "roll number", "roll no", "roll no.", "index number", "admission number",
    "admission no", "admission no.", "banner id",
    "matrikelnummer", "matrikel-nummer", "matrikelnr", "matrikelnr.", "matrikel-nr", "matrikel-nr.",
    "matr.-nr.", "matr.nr.", "mat.-nr.", "studierendennummer",
    "matrikel nr.", "matrikel nr", "matrikel", "matr. nr.", "matr.nr", "mat.nr.", "matnr",
    "immatrikulationsnummer", "studentennummer", "mtknr", "mtknr.", "mtk-nr.",
    "institutionsnummer", "institutionsnummer (matrikelnummer)",
    "numéro d'étudiant", "numéro étudiant", "n° étudiant", "n° d'étudiant", "no étudiant",
    "n°étudiant", "num étudiant", "num. étudiant", "code étudiant",
    "matricule", "numéro de matricule", "numéro matricule", "n° matricule",
    "número de estudiante", "número de alumno", "número de matrícula", "no de matrícula",
    "n° de matrícula", "n.o de matrícula", "no matrícula", "núm. de matrícula",
    "numero de matricula", "matricula", "no expediente", "no de expediente",
    "matrícula", "número de expediente", "expediente", "código de estudiante",
    "matricola", "numero di matricola", "numero matricola", "numero studente",
    "número de estudante", "número de aluno", "número do aluno", "no de aluno", "no aluno",
    "n.o de aluno",
    "número mecanográfico", "no mecanográfico",
    "studentnummer", "studentnr", "studentnr.",
    "n.o mecanográfico",
    "numer albumu", "nr albumu", "numer indeksu", "nr indeksu", "indeks",
    "učo", "osobní číslo", "číslo studenta",
    "αριθμόσ μητρώου", "αμ", "α.μ.", "αεμ", "α.ε.μ.",
    "номер студенческого билета", "номер зачетной книжки", "номер зачётной книжки",
    "personnummer", "studienummer", "studienr", "studienr.",
    "öğrenci no", "öğrenci numarası",
    "学籍番号", "学生番号", "学生証番号", "学号", "學號",
)  # fmt: skip
"""A student's number, and nothing else."""
ANY_NUMBER = (
    "id number", "id no", "id no.", "number", "idnumber", "sid", "sis user id",
    "org defined id", "user id",
    "nummer", "numéro", "número", "numero",
    "orgdefinedid",
)  # fmt: skip
"""Any number that may be the student's."""
NAME = (
    "full name", "fullname", "student", "student name", "display name",
    "voller name", "name, vorname", "nachname, vorname", "vor- und nachname", "vorname nachname",
    "nom et prénom", "prénom et nom", "nom, prénom", "nom prénom", "prénom nom", "étudiant",
    "nombre y apellidos", "apellidos y nombre", "apellidos, nombre", "estudiante", "alumno",
    "nome e cognome", "cognome e nome", "nominativo", "studente",
    "nome e apelido", "nome do aluno", "estudante", "aluno",
    "imię i nazwisko", "nazwisko i imię", "celé jméno", "jméno a příjmení", "příjmení a jméno",
    "ονοματεπώνυμο", "πλήρεσ όνομα", "фио", "полное имя",
    "fullständigt namn", "fulde navn", "fullt navn", "adı soyadı",
    "氏名", "名前", "フルネーム", "姓名",
)  # fmt: skip
"""The whole name."""
BARE_NAME = (
    "name", "nom", "nome", "nombre", "naam", "jméno", "όνομα", "namn", "navn",
)  # fmt: skip
"""The whole name, or what the columns beside it leave of it."""
FIRST_NAME = (
    "first name", "firstname", "first name(s)", "first names", "given name", "given names",
    "forename", "forenames", "other names", "other name(s)", "first name of student",
    "vorname", "vornamen", "rufname",
    "prénom", "prénoms", "prénom(s)",
    "nombre(s)", "nombres", "nombre de pila",
    "primeiro nome", "nome próprio", "nomes próprios",
    "voornaam", "voornamen", "roepnaam",
    "imię", "imiona", "křestní jméno", "имя", "förnamn", "fornavn", "adı", "名",
)  # fmt: skip
BEFORE_LAST_NAME = ("tussenvoegsel", "tussenvoegsels", "voorvoegsel", "voorvoegsels")
"""What stands before a Dutch last name."""
LAST_NAME = (
    "last name", "lastname", "last names", "surname", "surnames", "family name",
    "family name of student",
    "nachname", "nachnamen", "familienname", "zuname",
    "nom de famille", "nom(s)", "noms",
    "apellido(s)", "apellidos", "apellido", "primer apellido",
    "cognome", "cognomi",
    "apelido", "apelidos", "apelido(s)", "sobrenome", "sobrenomes", "último nome",
    "achternaam", "familienaam",
    "nazwisko", "příjmení", "επώνυμο", "επίθετο", "фамилия",
    "efternamn", "efternavn", "etternavn", "soyadı", "姓",
)  # fmt: skip
SECOND_LAST_NAME = ("segundo apellido",)
EMAIL = (
    "email address", "email", "e-mail", "e-mail address", "mail",
    "e-mail-adresse", "e-mail adresse", "email-adresse", "mailadresse", "mail-adresse",
    "adresse de courriel", "courriel", "adresse e-mail", "adresse email", "adresse mail",
    "adresse électronique", "mél",
    "dirección de correo", "correo", "correo electrónico", "dirección de correo electrónico",
    "indirizzo email", "indirizzo e-mail", "indirizzo mail", "posta elettronica",
    "endereço de email", "endereço de e-mail", "correio eletrónico", "correio eletrônico",
    "e-mailadres", "emailadres", "mailadres",
    "adres e-mail", "adres email", "e-mailová adresa", "emailová adresa",
    "διεύθυνση email", "διεύθυνση ηλεκτρονικού ταχυδρομείου",
    "адрес электронной почты", "электронная почта",
    "e-post", "e-postadress", "e-mailadresse", "e-postadresse", "e-posta", "e-posta adresi",
    "メールアドレス", "电子邮件", "電子郵件", "邮箱",
)  # fmt: skip
LOGIN = (
    "username", "user name", "login", "login id", "sis login id", "unikey", "netid",
    "nutzername", "nutzernamen", "nutzerkennung", "kennung",
    "benutzername", "anmeldename", "nom d'utilisateur", "nombre de usuario", "nome utente",
    "nome de utilizador", "nome de usuário", "gebruikersnaam",
    "nazwa użytkownika", "uživatelské jméno", "όνομα χρήστη", "имя пользователя",
    "användarnamn", "brugernavn", "brukernavn", "kullanıcı adı", "ユーザ名", "ユーザー名", "用户名",
)  # fmt: skip
GIT = ("github username", "git user", "git username", "github user", "github", "git", "gitlab")
GROUP = (
    "group name", "group", "team name", "team", "groups", "gruppen", "groupes", "grupos", "gruppi",
    "gruppenname", "gruppe", "groupe", "équipe", "grupo", "equipo", "gruppo", "equipe",
    "groep", "grupa", "skupina", "ομάδα", "группа", "grupp", "grup", "グループ", "小组",
)  # fmt: skip
SUMMARY = frozenset(
    "average overall mean median total sum count students"
    " durchschnitt mittelwert gesamt summe anzahl studierende moyenne générale somme effectif"
    " promedio media suma general totale somma média soma geral gemiddelde totaal aantal"
    " średnia suma razem průměr celkem"
    " date points datum punkte fecha puntos data punti pontos punten".split()
)
"""What a row is called that sums people up or says what the work is, in one word or several."""
