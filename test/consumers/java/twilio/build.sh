mvn --batch-mode --quiet compile dependency:copy-dependencies -DoutputDirectory=target/lib
