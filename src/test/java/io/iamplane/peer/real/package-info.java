@NullMarked
package io.iamplane.peer.real;

import org.jspecify.annotations.NullMarked;
