venv/bin/python main.py
