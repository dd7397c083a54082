//===- ShortHelp.h - What --help says of a tool of Neo ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A tool that links LLVM has LLVM's options: more than a thousand, of all its
// targets and passes, each of which can be given and nearly none of which is
// ever wanted. So `--help` shows the categories that a tool chooses,
//
//     static cl::OptionCategory passes("Neo's passes and pipelines");
//     shortenHelp({&passes});
//
// and `--help-hidden`, which LLVM's tools have for this, shows all.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_OPT_SHORTHELP_H
#define NEO_OPT_SHORTHELP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/CommandLine.h"

namespace neo {

/// Puts the options called `names` into `category`. They have to be registered.
void addToCategory(llvm::cl::OptionCategory &category,
                   llvm::ArrayRef<llvm::StringRef> names);

/// Hides from --help the options registered so far that are in none of
/// `categories`.
void shortenHelp(llvm::ArrayRef<llvm::cl::OptionCategory *> categories);

/// Do the arguments ask for --help, and not for --help-hidden?
bool isShortHelpAsked(llvm::ArrayRef<char *> arguments);

} // namespace neo

#endif // NEO_OPT_SHORTHELP_H
