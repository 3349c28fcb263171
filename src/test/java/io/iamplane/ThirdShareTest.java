package io.iamplane;

/** To the build one class, in truth the tests with the application of sign-in and decisions. */
final class ThirdShareTest {}
