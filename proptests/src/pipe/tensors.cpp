// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipe/tensors.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

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

/// Whether the elements of a type are only their bytes.
bool is_bytes(element_codec const& codec) { return codec.pipe != "string"; }

/// The value at a position of a sent tensor, in memory that the caller owns.
std::byte* at(std::byte* first, element_codec const& codec, std::int64_t place) {
  return first + place * static_cast<std::int64_t>(codec.bytes);
}

}  // namespace

// sent --------------------------------------------------------------------------------------------

sent::sent(std::vector<kit::tensor> const& operands, std::vector<kit::tensor> const& outputs,
           encoding as)
    : outputs_(outputs), as_(as) {
  for (kit::tensor const& t : outputs) elements_ += static_cast<std::size_t>(count_of(t.sizes));
  as_.strided ? send_strided(operands) : send_dense(operands);
}

void sent::send_dense(std::vector<kit::tensor> const& operands) {
  body_["in"] = json::array();
  body_["out"] = json::array();
  for (kit::tensor const& t : operands) {
    element_codec const& codec = codec_of(t.element);
    if (as_.base64 && is_bytes(codec)) {
      std::string row_major;
      each_place(t.sizes, t.strides, [&](std::int64_t place) {
        row_major.append(reinterpret_cast<char const*>(at(bytes_of(t), codec, place)), codec.bytes);
      });
      body_["in"].push_back({{"dtype", codec.pipe},
                             {"shape", of_sizes(t.sizes)},
                             {"bytes", base64(row_major.data(), row_major.size())}});
      continue;
    }
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
    const auto count = static_cast<std::size_t>((in.end - in.begin) / bytes);
    elements_ += count;
    if (as_.base64 && is_bytes(*in.codec)) {
      const auto length = static_cast<std::size_t>(in.end - in.begin);
      body_["storage"].push_back({{"dtype", in.codec->pipe}, {"bytes", base64(in.begin, length)}});
    } else {
      json values = json::array();
      for (std::byte* p = in.begin; p < in.end; p += bytes) values.push_back(in.codec->encode(p));
      body_["storage"].push_back({{"dtype", in.codec->pipe}, {"values", std::move(values)}});
    }
    for (std::size_t k : in.tensors) {
      kit::tensor const& t = *all[k];
      tensors[k] = {{"storage", r},
                    {"offset", (bytes_of(t) - in.begin) / bytes},
                    {"shape", of_sizes(t.sizes)},
                    {"strides", of_sizes(t.strides)}};
      homes[k] = {in.begin, r, count};
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
    const bool in_base64 = output.contains("bytes") && is_bytes(codec_of(outputs_[m].element));
    json const& values = member(output, in_base64 ? "bytes" : as_.strided ? "storage" : "values");
    if (!in_base64 && !values.is_array()) {
      throw malformed(
          fmt::format("the elements of output {} are not a list: {}", m, quote_value(values)));
    }
    if (as_.strided) {
      const bool sent_base64 = body_["storage"][homes_[m].index].contains("bytes");
      in_base64 || sent_base64 ? receive_storage(m, values) : receive_strided(m, values);
    } else {
      in_base64 ? receive_bytes(m, values) : receive_dense(m, values);
    }
  }
}

void sent::receive_bytes(std::size_t m, json const& bytes) const {
  kit::tensor const& t = outputs_[m];
  element_codec const& codec = codec_of(t.element);
  std::vector<std::byte> row_major(static_cast<std::size_t>(count_of(t.sizes)) * codec.bytes);
  from_base64(bytes, row_major.data(), row_major.size());
  std::byte const* next = row_major.data();
  each_place(t.sizes, t.strides, [&](std::int64_t place) {
    std::memcpy(at(bytes_of(t), codec, place), next, codec.bytes);
    next += codec.bytes;
  });
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

std::vector<bool> sent::elements_of(std::size_t m) const {
  kit::tensor const& t = outputs_[m];
  std::vector<bool> element(homes_[m].count, false);
  const std::int64_t first =
      (bytes_of(t) - homes_[m].first) / static_cast<std::ptrdiff_t>(codec_of(t.element).bytes);
  each_place(t.sizes, t.strides,
             [&](std::int64_t place) { element[static_cast<std::size_t>(first + place)] = true; });
  return element;
}

void sent::receive_strided(std::size_t m, json const& values) const {
  element_codec const& codec = codec_of(outputs_[m].element);
  json const& before = body_["storage"][homes_[m].index]["values"];
  expect_count(m, values.size());
  // A position that holds what was sent was not written, unless it is an element of the output.
  const std::vector<bool> element = elements_of(m);
  for (std::size_t p = 0; p < values.size(); ++p) {
    if (values[p].is_null() || (!element[p] && values[p] == before[p])) continue;
    codec.decode(values[p], at(homes_[m].first, codec, static_cast<std::int64_t>(p)));
  }
}

void sent::receive_storage(std::size_t m, json const& given) const {
  element_codec const& codec = codec_of(outputs_[m].element);
  const home& in = homes_[m];
  json const& storage = body_["storage"][in.index];
  const auto place = [&](std::byte* first, std::size_t p) { return first + p * codec.bytes; };
  std::vector<std::byte> before(in.count * codec.bytes);
  if (storage.contains("bytes")) {
    from_base64(storage["bytes"], before.data(), before.size());
  } else {
    for (std::size_t p = 0; p < in.count; ++p) {
      codec.decode(storage["values"][p], place(before.data(), p));
    }
  }
  std::vector<std::byte> after = before;
  if (given.is_string()) {
    from_base64(given, after.data(), after.size());
  } else {
    expect_count(m, given.size());
    for (std::size_t p = 0; p < in.count; ++p) {
      if (!given[p].is_null()) codec.decode(given[p], place(after.data(), p));
    }
  }
  const std::vector<bool> element = elements_of(m);
  for (std::size_t p = 0; p < in.count; ++p) {
    const bool same =
        std::memcmp(place(before.data(), p), place(after.data(), p), codec.bytes) == 0;
    const bool unwritten = given.is_array() && given[p].is_null();
    if (unwritten || (same && !element[p])) continue;
    std::memcpy(place(in.first, p), place(after.data(), p), codec.bytes);
  }
}

void sent::expect_count(std::size_t m, std::size_t given) const {
  if (given == homes_[m].count) return;
  throw malformed(fmt::format("the storage of output {} has {} elements; {} were sent", m, given,
                              homes_[m].count));
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

std::size_t received::hold_elements(json const& object) {
  json const& dtype = member(object, "dtype");
  if (!object.contains("bytes")) {
    json const& values = member(object, "values");
    if (!values.is_array()) {
      throw malformed(fmt::format("expected {} elements", values.size()));
    }
    const std::size_t index = hold(dtype, values.size());
    storage const& to = storages_[index];
    std::size_t place = 0;
    for (json const& value : values) to.codec->decode(value, to.at(place++));
    return index;
  }
  element_codec const& codec = codec_of(dtype.is_string() ? dtype.get<std::string>() : "");
  if (!is_bytes(codec)) throw malformed("a string is not sent as its bytes");
  const std::size_t bytes = bytes_in_base64(object["bytes"]);
  if (bytes % codec.bytes != 0) {
    throw malformed(fmt::format("{} bytes are not elements of {}", bytes, codec.pipe));
  }
  const std::size_t index = hold(dtype, bytes / codec.bytes);
  from_base64(object["bytes"], storages_[index].bytes.get(), bytes);
  base64_ = true;
  return index;
}

received::received(json const& ask) : strided_(ask.contains("storage")) {
  if (strided_) {
    for (json const& s : ask["storage"]) hold_elements(s);
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
    index = output ? hold(member(tensor, "dtype"), static_cast<std::size_t>(count))
                   : hold_elements(tensor);
    if (storages_[index].count != static_cast<std::size_t>(count)) {
      throw malformed(fmt::format("expected {} elements in {}", count, quote_value(tensor)));
    }
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
    json output{{"shape", of_sizes(outputs_[m].sizes)}};
    if (base64_ && is_bytes(*s.codec)) {
      output["bytes"] = base64(s.bytes.get(), s.count * s.codec->bytes);
    } else {
      json& values = output[strided_ ? "storage" : "values"] = json::array();
      for (std::size_t p = 0; p < s.count; ++p) values.push_back(s.codec->encode(s.at(p)));
    }
    all.push_back(std::move(output));
  }
  return all;
}

}  // namespace bcast::proptests::pipe
