venv/bin/python examples.py
venv/bin/python main.py
