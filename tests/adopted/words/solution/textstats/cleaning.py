def clean(text):
    if not isinstance(text, str):
        raise TypeError(f"expected str, got {type(text).__name__}")
    return text.lower().strip()
