// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipe/tensors.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>

#include "pipe/shapes.hpp"

namespace bcast::proptests::pipe {
namespace {

using sizes_t = std::vector<std::int64_t>;

element_codec const& codec_of(std::string_view name) {
  element_codec const* codec = find_codec(name);
  if (codec == nullptr) throw malformed(fmt::format("no element type is called {}", quote(name)));
  return *codec;
}

/// Throws malformed if there are more than 2^63 - 1.
std::int64_t count_of(sizes_t const& sizes) {
  std::int64_t count = 1;
  for (std::int64_t size : sizes) {
    if (__builtin_mul_overflow(count, size, &count)) {
      throw malformed("a shape has more than 2^63 - 1 elements");
    }
  }
  return count;
}

/// The lowest and the highest position of a tensor with elements, relative to its first one.
std::pair<std::int64_t, std::int64_t> extent(sizes_t const& sizes, sizes_t const& strides) {
  std::int64_t low = 0, high = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (sizes[k] > 1) (strides[k] < 0 ? low : high) += (sizes[k] - 1) * strides[k];
  }
  return {low, high};
}

/// Calls f with the position of each element, in row-major order.
template <class F>
void each_place(sizes_t const& sizes, sizes_t const& strides, F f) {
  sizes_t i(sizes.size(), 0);
  std::int64_t place = 0;
  for (std::int64_t left = count_of(sizes); left > 0; --left) {
    f(place);
    for (std::size_t k = sizes.size(); k-- > 0;) {
      place += strides[k];
      if (++i[k] < sizes[k]) break;
      place -= sizes[k] * strides[k];
      i[k] = 0;
    }
  }
}

std::byte* bytes_of(kit::tensor const& t) { return static_cast<std::byte*>(t.data); }

/// The value at a position of a sent tensor, in memory that the caller owns.
std::byte* at(std::byte* first, element_codec const& codec, std::int64_t place) {
  return first + place * static_cast<std::int64_t>(codec.bytes);
}

}  // namespace

// sent --------------------------------------------------------------------------------------------

sent::sent(std::vector<kit::tensor> const& operands, std::vector<kit::tensor> const& outputs,
           bool strided)
    : outputs_(outputs), strided_(strided) {
  for (kit::tensor const& t : outputs) elements_ += static_cast<std::size_t>(count_of(t.sizes));
  strided_ ? send_strided(operands) : send_dense(operands);
}

void sent::send_dense(std::vector<kit::tensor> const& operands) {
  body_["in"] = json::array();
  body_["out"] = json::array();
  for (kit::tensor const& t : operands) {
    element_codec const& codec = codec_of(t.element);
    json values = json::array();
    each_place(t.sizes, t.strides, [&](std::int64_t place) {
      values.push_back(codec.encode(at(bytes_of(t), codec, place)));
    });
    body_["in"].push_back(
        {{"dtype", codec.pipe}, {"shape", of_sizes(t.sizes)}, {"values", std::move(values)}});
  }
  for (kit::tensor const& t : outputs_) {
    body_["out"].push_back({{"dtype", codec_of(t.element).pipe}, {"shape", of_sizes(t.sizes)}});
  }
}

void sent::send_strided(std::vector<kit::tensor> const& operands) {
  struct range {
    element_codec const* codec;
    std::byte *begin, *end;
    std::vector<std::size_t> tensors;
  };
  std::vector<kit::tensor const*> all;
  for (kit::tensor const& t : operands) all.push_back(&t);
  for (kit::tensor const& t : outputs_) all.push_back(&t);

  // Tensors that overlap share a storage.
  std::vector<range> ranges;
  for (std::size_t k = 0; k < all.size(); ++k) {
    kit::tensor const& t = *all[k];
    element_codec const& codec = codec_of(t.element);
    range own{&codec, bytes_of(t), bytes_of(t), {k}};
    if (count_of(t.sizes) != 0) {
      const auto [low, high] = extent(t.sizes, t.strides);
      own.begin = at(bytes_of(t), codec, low);
      own.end = at(bytes_of(t), codec, high + 1);
    }
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t r = 0; r < ranges.size(); ++r) {
        range const& other = ranges[r];
        if (other.codec != own.codec || other.begin >= own.end || own.begin >= other.end) continue;
        own.begin = std::min(own.begin, other.begin);
        own.end = std::max(own.end, other.end);
        own.tensors.insert(own.tensors.begin(), other.tensors.begin(), other.tensors.end());
        ranges.erase(ranges.begin() + static_cast<std::ptrdiff_t>(r));
        grown = true;
        break;
      }
    }
    ranges.push_back(std::move(own));
  }

  std::vector<json> tensors(all.size());
  std::vector<home> homes(all.size());
  body_["storage"] = json::array();
  for (std::size_t r = 0; r < ranges.size(); ++r) {
    range const& in = ranges[r];
    const auto bytes = static_cast<std::ptrdiff_t>(in.codec->bytes);
    json values = json::array();
    for (std::byte* p = in.begin; p < in.end; p += bytes) values.push_back(in.codec->encode(p));
    elements_ += values.size();
    body_["storage"].push_back({{"dtype", in.codec->pipe}, {"values", std::move(values)}});
    for (std::size_t k : in.tensors) {
      kit::tensor const& t = *all[k];
      tensors[k] = {{"storage", r},
                    {"offset", (bytes_of(t) - in.begin) / bytes},
                    {"shape", of_sizes(t.sizes)},
                    {"strides", of_sizes(t.strides)}};
      homes[k] = {in.begin, r};
    }
  }
  const auto outputs = static_cast<std::ptrdiff_t>(operands.size());
  body_["in"] = json::array();
  body_["out"] = json::array();
  for (std::size_t k = 0; k < all.size(); ++k) {
    body_[k < operands.size() ? "in" : "out"].push_back(std::move(tensors[k]));
  }
  homes_.assign(homes.begin() + outputs, homes.end());
}

void sent::receive(json const& ok) const {
  if (!ok.is_array() || ok.size() != outputs_.size()) {
    throw malformed(fmt::format("\"ok\" must be a list of {} output{}; it is {}", outputs_.size(),
                                outputs_.size() == 1 ? "" : "s", quote_value(ok)));
  }
  for (std::size_t m = 0; m < outputs_.size(); ++m) {
    json const& output = ok[m];
    if (!output.is_object()) {
      throw malformed(fmt::format("output {} is {}, not an object", m, quote_value(output)));
    }
    const sizes_t shape = to_sizes(member(output, "shape"));
    if (shape != outputs_[m].sizes) {
      throw malformed(fmt::format("output {} has the shape {}; expected {}", m,
                                  output["shape"].dump(), of_sizes(outputs_[m].sizes).dump()));
    }
    json const& values = member(output, strided_ ? "storage" : "values");
    if (!values.is_array()) {
      throw malformed(
          fmt::format("the elements of output {} are not a list: {}", m, quote_value(values)));
    }
    strided_ ? receive_strided(m, values) : receive_dense(m, values);
  }
}

void sent::receive_dense(std::size_t m, json const& values) const {
  kit::tensor const& t = outputs_[m];
  element_codec const& codec = codec_of(t.element);
  if (static_cast<std::int64_t>(values.size()) != count_of(t.sizes)) {
    throw malformed(fmt::format("output {} has {} elements; the shape {} has {}", m, values.size(),
                                of_sizes(t.sizes).dump(), count_of(t.sizes)));
  }
  auto value = values.begin();
  each_place(t.sizes, t.strides, [&](std::int64_t place) {
    if (!value->is_null()) codec.decode(*value, at(bytes_of(t), codec, place));
    ++value;
  });
}

void sent::receive_strided(std::size_t m, json const& values) const {
  kit::tensor const& t = outputs_[m];
  element_codec const& codec = codec_of(t.element);
  json const& before = body_["storage"][homes_[m].index]["values"];
  if (values.size() != before.size()) {
    throw malformed(fmt::format("the storage of output {} has {} elements; {} were sent", m,
                                values.size(), before.size()));
  }
  // A position that holds what was sent was not written, unless it is an element of the output.
  std::vector<bool> element(values.size(), false);
  const std::int64_t first =
      (bytes_of(t) - homes_[m].first) / static_cast<std::ptrdiff_t>(codec.bytes);
  each_place(t.sizes, t.strides,
             [&](std::int64_t place) { element[static_cast<std::size_t>(first + place)] = true; });
  for (std::size_t p = 0; p < values.size(); ++p) {
    if (values[p].is_null() || (!element[p] && values[p] == before[p])) continue;
    codec.decode(values[p], at(homes_[m].first, codec, static_cast<std::int64_t>(p)));
  }
}

// received ----------------------------------------------------------------------------------------

std::byte* received::storage::at(std::size_t place) const {
  if (strings) return reinterpret_cast<std::byte*>(strings.get() + place);
  return bytes.get() + place * codec->bytes;
}

std::size_t received::hold(json const& dtype, std::size_t count) {
  storage s;
  s.codec = &codec_of(dtype.is_string() ? dtype.get_ref<std::string const&>() : "");
  s.count = count;
  if (s.codec->pipe == "string") {
    s.strings = std::make_unique<std::string[]>(count + 1);
  } else {
    s.bytes = std::make_unique<std::byte[]>((count + 1) * s.codec->bytes);
  }
  storages_.push_back(std::move(s));
  return storages_.size() - 1;
}

void received::fill(storage& to, json const& values) const {
  if (!values.is_array() || values.size() != to.count) {
    throw malformed(fmt::format("expected {} elements", to.count));
  }
  std::size_t place = 0;
  for (json const& value : values) to.codec->decode(value, to.at(place++));
}

received::received(json const& ask) : strided_(ask.contains("storage")) {
  if (strided_) {
    for (json const& s : ask["storage"]) {
      json const& values = member(s, "values");
      fill(storages_[hold(member(s, "dtype"), values.size())], values);
    }
  }
  for (json const& t : member(ask, "in")) operands_.push_back(add(t, false));
  for (json const& t : member(ask, "out")) outputs_.push_back(add(t, true));
}

kit::tensor received::add(json const& tensor, bool output) {
  kit::tensor t;
  t.sizes = to_sizes(member(tensor, "shape"));
  const std::int64_t count = count_of(t.sizes);
  std::size_t index = 0;
  std::int64_t offset = 0;
  if (strided_) {
    index = static_cast<std::size_t>(to_whole(member(tensor, "storage")));
    offset = to_whole(member(tensor, "offset"));
    for (json const& stride : member(tensor, "strides")) t.strides.push_back(to_whole(stride));
    if (index >= storages_.size() || t.strides.size() != t.sizes.size()) {
      throw malformed("no storage contains the tensor: " + quote_value(tensor));
    }
    const auto [low, high] = extent(t.sizes, t.strides);
    const auto places = static_cast<std::int64_t>(storages_[index].count);
    if (count != 0 && (offset + low < 0 || offset + high >= places)) {
      throw malformed("a tensor leaves its storage: " + quote_value(tensor));
    }
  } else {
    if (!output && member(tensor, "values").size() != static_cast<std::size_t>(count)) {
      throw malformed(fmt::format("expected {} elements in {}", count, quote_value(tensor)));
    }
    index = hold(member(tensor, "dtype"), static_cast<std::size_t>(count));
    if (!output) fill(storages_[index], tensor["values"]);
    t.strides.assign(t.sizes.size(), 1);
    for (std::size_t k = t.sizes.size(); k-- > 1;) {
      t.strides[k - 1] = t.strides[k] * std::max<std::int64_t>(t.sizes[k], 1);
    }
  }
  if (output) of_outputs_.push_back(index);
  t.element = storages_[index].codec->kit;
  t.data = storages_[index].at(static_cast<std::size_t>(offset));
  return t;
}

json received::answer() const {
  json all = json::array();
  for (std::size_t m = 0; m < outputs_.size(); ++m) {
    storage const& s = storages_[of_outputs_[m]];
    json values = json::array();
    for (std::size_t p = 0; p < s.count; ++p) values.push_back(s.codec->encode(s.at(p)));
    all.push_back({{"shape", of_sizes(outputs_[m].sizes)},
                   {strided_ ? "storage" : "values", std::move(values)}});
  }
  return all;
}

}  // namespace bcast::proptests::pipe
