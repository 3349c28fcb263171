/**
 * The process: what its arguments ask for, one class per command, what a command prints and with
 * which code it ends.
 */
@NullMarked
package io.iamplane.cli;

import org.jspecify.annotations.NullMarked;
