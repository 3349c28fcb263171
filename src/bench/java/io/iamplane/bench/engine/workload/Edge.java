package io.iamplane.bench.engine.workload;

import io.iamplane.shared.SubjectRef;

/** What is in what: a member in a group, or an object in the one above it. */
public record Edge(SubjectRef below, SubjectRef above) {}
