/** The times that metrics count by. */
@NullMarked
package io.iamplane.shared.metric;

import org.jspecify.annotations.NullMarked;
