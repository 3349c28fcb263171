/** The process: its arguments, one class per command, the output and the exit code of each. */
@NullMarked
package io.iamplane.cli;

import org.jspecify.annotations.NullMarked;
