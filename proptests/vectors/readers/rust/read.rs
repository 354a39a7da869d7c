//! Judge a function that broadcasts shapes by bcast's vectors: cargo run -- [--max] vectors.json
use serde_json::{json, Value};

/// The common shape; null if the shapes do not broadcast.
fn broadcast_shapes(shapes: &[Vec<i64>], by_maximum: bool) -> Value {
    let mut result = Vec::new();
    for k in 1..=shapes.iter().map(Vec::len).max().unwrap_or(0) {
        let here = shapes
            .iter()
            .filter(|s| s.len() >= k)
            .map(|s| s[s.len() - k]);
        let mut sizes: Vec<i64> = here.filter(|size| *size != 1).collect();
        sizes.sort();
        sizes.dedup();
        if sizes.len() > 1 && !by_maximum {
            return Value::Null; // --max: wrong on purpose
        }
        result.insert(0, sizes.last().copied().unwrap_or(1));
    }
    json!(result)
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(arguments.last().unwrap()).expect("no file");
    let book: Value = serde_json::from_str(&text).expect("not JSON");
    let (mut asked, mut failed) = (0, 0);
    for v in book["vectors"].as_array().unwrap() {
        if v["rule"] != "array_api" || v["ask"]["ask"] != "broadcast_shapes" {
            continue;
        }
        let shapes = match serde_json::from_value::<Vec<Vec<i64>>>(v["ask"]["in"].clone()) {
            Ok(shapes) => shapes,
            Err(_) => continue, // an unknown size is no number
        };
        asked += 1;
        let (got, expected) = (broadcast_shapes(&shapes, arguments[1] == "--max"), &v["ok"]);
        // Without an ok, which reads as null, a rejection is expected.
        if v["verdict"] != "acceptable" && got != *expected {
            failed += 1;
            let (id, clause) = (v["id"].as_str().unwrap(), v["clause"].as_str().unwrap());
            let statement = book["clauses"][clause]["statement"].as_str().unwrap();
            println!("FAIL {id}: expected {expected}, got {got}. {clause}: {statement}");
        }
    }
    println!("{asked} vectors, {failed} failed");
    std::process::exit((failed > 0) as i32);
}
