/** The packaged application as its operators meet it: a process with an environment and ports. */
package io.iamplane.packaged;
