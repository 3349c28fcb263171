@NullMarked
package io.iamplane.migrate.generator;

import org.jspecify.annotations.NullMarked;
