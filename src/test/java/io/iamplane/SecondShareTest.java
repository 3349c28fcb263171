package io.iamplane;

/**
 * To the build one class, in truth the tests with the application of the packages around HTTP, and
 * some more.
 */
final class SecondShareTest {}
