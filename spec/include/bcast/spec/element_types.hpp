#pragma once

#include <boost/hana/pair.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>
#include <cstdint>
#include <string>

namespace bcast::spec {

/// The one list of element types: its name and its C++ type. SONNX's `anytype`, without float16,
/// which C++20 has no type for.
inline constexpr auto element_types =
    boost::hana::make_tuple(boost::hana::make_pair("bool", boost::hana::type_c<bool>),
                            boost::hana::make_pair("int8", boost::hana::type_c<std::int8_t>),
                            boost::hana::make_pair("int16", boost::hana::type_c<std::int16_t>),
                            boost::hana::make_pair("int32", boost::hana::type_c<std::int32_t>),
                            boost::hana::make_pair("int64", boost::hana::type_c<std::int64_t>),
                            boost::hana::make_pair("uint8", boost::hana::type_c<std::uint8_t>),
                            boost::hana::make_pair("uint16", boost::hana::type_c<std::uint16_t>),
                            boost::hana::make_pair("uint32", boost::hana::type_c<std::uint32_t>),
                            boost::hana::make_pair("uint64", boost::hana::type_c<std::uint64_t>),
                            boost::hana::make_pair("float", boost::hana::type_c<float>),
                            boost::hana::make_pair("double", boost::hana::type_c<double>),
                            boost::hana::make_pair("string", boost::hana::type_c<std::string>));

}  // namespace bcast::spec
