// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A shape inference under test: rustc -O shapes.rs && bcast check --exec ./shapes
use std::io::{self, BufRead, Write};

/// The text of a key's value in a line of the pipe, as far as the brackets in it are closed.
fn value<'a>(line: &'a str, key: &str) -> &'a str {
    let from = line.find(&format!("\"{key}\":")).map_or(line.len(), |at| at + key.len() + 3);
    let mut depth = 0;
    for (k, c) in line[from..].char_indices() {
        depth += matches!(c, '[' | '{') as i32 - matches!(c, ']' | '}') as i32;
        if depth < 0 || (depth == 0 && matches!(c, ',' | ']')) {
            return &line[from..from + k];
        }
    }
    &line[from..]
}

fn shapes(text: &str) -> Vec<Vec<i64>> {
    let sizes = |one: &str| one.split(',').filter_map(|n| n.trim_matches(|c| "[\"] ".contains(c)).parse().ok()).collect();
    text[1..].split('[').skip(1).map(sizes).collect()
}

fn broadcast(shapes: &[Vec<i64>]) -> Result<Vec<i64>, String> {
    let mut result = vec![1; shapes.iter().map(Vec::len).max().unwrap_or(0)];
    for shape in shapes {
        let missing = result.len() - shape.len();
        for (size, z) in shape.iter().zip(&mut result[missing..]) {
            match (*size, *z) {
                (1, _) => {}
                (x, 1) => *z = x,
                (x, z) if x == z => {}
                (x, z) => return Err(format!("{z} and {x}")),
            }
        }
    }
    Ok(result)
}

fn main() {
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let id = value(&line, "id");
        let answer = if value(&line, "ask") == "\"caps\"" {
            r#""bcast":1,"name":"rust","ask":["broadcast_shapes"]"#.to_string()
        } else {
            match broadcast(&shapes(value(&line, "in"))) {
                Ok(sizes) => format!("\"ok\":[{}]", sizes.iter().map(|n| format!("\"{n}\"")).collect::<Vec<_>>().join(",")),
                Err(why) => format!("\"reject\":\"{why}\""),
            }
        };
        println!("{{\"id\":{id},{answer}}}");
        io::stdout().flush().unwrap();
    }
}
