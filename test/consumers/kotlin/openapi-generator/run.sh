java -cp 'target/classes:target/lib/*' MainKt
