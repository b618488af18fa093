<?php

/** Loads the generated classes, and Guzzle as Debian has it. With Composer, vendor/autoload.php does both. */

require 'GuzzleHttp/autoload.php';

spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/sdk/lib/' . strtr(substr($class, strlen('Messaging\\')), '\\', '/') . '.php';
    if (str_starts_with($class, 'Messaging\\') && is_file($file)) {
        require $file;
    }
});
