"""The pages of the lesson in their order: slug to script; the labs come after the steps."""

HOME = "app.py"
# The address of a page is its file's name; the lesson's steps name their page by slug.
SCRIPTS = {
    "home": HOME,
    "draft": "pages/1_Draft_ahead.py",
    "math": "pages/2_Accept_or_correct.py",
    "exact": "pages/3_Why_it_is_exact.py",
    "code": "pages/4_The_code.py",
    "nimbus": "pages/5_So_what.py",
    "lab_speed": "pages/6_Speed_lab.py",
    "lab_beyond": "pages/7_Beyond_lab.py",
}
LABS = ("lab_speed", "lab_beyond")
INSTRUCTORS = "pages/8_For_instructors.py"  # off the path that Next and Back go
