@NullMarked
package io.iamplane.migrate;

import org.jspecify.annotations.NullMarked;
