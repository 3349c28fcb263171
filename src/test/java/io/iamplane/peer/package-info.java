@NullMarked
package io.iamplane.peer;

import org.jspecify.annotations.NullMarked;
