module dpals

go 1.26
