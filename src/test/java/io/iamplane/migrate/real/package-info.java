@NullMarked
package io.iamplane.migrate.real;

import org.jspecify.annotations.NullMarked;
