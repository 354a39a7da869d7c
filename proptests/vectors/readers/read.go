// Judge a function that broadcasts shapes by bcast's vectors: go run read.go [--max] vectors.json
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// The common shape; nil if the shapes do not broadcast.
func broadcast_shapes(shapes [][]int, byMaximum bool) []int {
	result := []int{}
	for k := 1; ; k++ {
		size, any := 1, false
		for _, shape := range shapes {
			if len(shape) < k {
				continue
			}
			any = true
			here := shape[len(shape)-k]
			if here != 1 && size != 1 && here != size && !byMaximum { // --max: wrong on purpose
				return nil
			}
			if here != 1 && (size == 1 || here > size) {
				size = here
			}
		}
		if !any {
			return result
		}
		result = append([]int{size}, result...)
	}
}

func main() {
	var book struct {
		Clauses map[string]struct{ Statement string }
		Vectors []struct {
			ID, Rule, Verdict, Clause string
			Ask                          struct {
				Ask string
				In  json.RawMessage
			}
			Ok []int // nil: a rejection is expected
		}
	}
	file, err := os.ReadFile(os.Args[len(os.Args)-1])
	if err != nil {
		panic(err)
	}
	json.Unmarshal(file, &book) // other asks have an ok of another type
	asked, failed := 0, 0
	for _, v := range book.Vectors {
		var shapes [][]int
		if v.Rule != "array_api" || v.Ask.Ask != "broadcast_shapes" || json.Unmarshal(v.Ask.In, &shapes) != nil {
			continue // an unknown size is no int
		}
		asked++
		expected, _ := json.Marshal(v.Ok)
		got, _ := json.Marshal(broadcast_shapes(shapes, os.Args[1] == "--max"))
		if v.Verdict != "acceptable" && string(got) != string(expected) {
			failed++
			fmt.Printf("FAIL %s: expected %s, got %s. %s: %s\n",
				v.ID, expected, got, v.Clause, book.Clauses[v.Clause].Statement)
		}
	}
	fmt.Printf("%d vectors, %d failed\n", asked, failed)
	if failed > 0 {
		os.Exit(1)
	}
}
