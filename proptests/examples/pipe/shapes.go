// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shape inference under test: go build shapes.go && bcast check --exec ./shapes
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

type ask struct {
	Ask, ID string
	In      [][]json.Number
}

func broadcast(shapes [][]json.Number) ([]json.Number, error) {
	rank := 0
	for _, shape := range shapes {
		if len(shape) > rank {
			rank = len(shape)
		}
	}
	result := make([]json.Number, rank)
	for k := range result {
		result[k] = "1"
	}
	for _, shape := range shapes {
		for k, size := range shape {
			axis := rank - len(shape) + k
			if size == "1" || size == result[axis] {
				continue
			}
			if result[axis] != "1" {
				return nil, fmt.Errorf("axis %d: %s and %s", axis, result[axis], size)
			}
			result[axis] = size
		}
	}
	return result, nil
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		var asked ask
		if err := json.Unmarshal(in.Bytes(), &asked); err != nil {
			panic(err)
		}
		answer := map[string]any{"id": asked.ID}
		if asked.Ask == "caps" {
			answer["bcast"], answer["name"], answer["ask"] = 1, "go", []string{"broadcast_shapes"}
		} else if shape, err := broadcast(asked.In); err == nil {
			answer["ok"] = shape
		} else {
			answer["reject"] = err.Error()
		}
		out.Encode(answer)
	}
}
