#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "pages.hpp"

namespace bcast::docs {

/// A page that could not be written.
struct write_error : std::runtime_error {
  write_error(std::string const& what, bool resources)
      : std::runtime_error(what), out_of_resources(resources) {}

  bool out_of_resources;  ///< the disk is at fault, and not the directory that was asked for
};

/// Writes the page into the directory, which is made where it does not exist. Its file is complete
/// or as it was before. Throws write_error.
void write(std::filesystem::path const& directory, page const& p);

}  // namespace bcast::docs
