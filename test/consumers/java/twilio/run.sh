java -cp 'target/classes:target/lib/*' Main
