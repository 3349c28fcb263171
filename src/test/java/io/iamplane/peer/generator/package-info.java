@NullMarked
package io.iamplane.peer.generator;

import org.jspecify.annotations.NullMarked;
