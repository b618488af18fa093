ruby -I sdk/lib main.rb
