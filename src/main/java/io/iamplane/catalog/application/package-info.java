/** Applications on the wire. */
@NullMarked
package io.iamplane.catalog.application;

import org.jspecify.annotations.NullMarked;
