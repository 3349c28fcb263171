@NullMarked
package io.iamplane.peer.openfga;

import org.jspecify.annotations.NullMarked;
