@NullMarked
package io.iamplane.peer.spicedb;

import org.jspecify.annotations.NullMarked;
