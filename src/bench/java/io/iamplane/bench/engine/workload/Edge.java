package io.iamplane.bench.engine.workload;

import io.iamplane.shared.SubjectRef;

/** One thing inside another: a member in a group, or an object in the one above it. */
public record Edge(SubjectRef below, SubjectRef above) {}
