/** Reads JSON, YAML and small languages into trees that know their places, within bounds. */
@NullMarked
package io.iamplane.migrate.text;

import org.jspecify.annotations.NullMarked;
