package io.iamplane.change;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Tag;

/** Runs {@link ChangesDbTest} with at most two changes per transaction. */
@QuarkusTest
@TestProfile(GroupSizes.Two.class)
@Tag("ci")
class TwoAtATimeChangesDbTest extends ChangesDbTest {}
