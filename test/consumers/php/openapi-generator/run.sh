php main.php
