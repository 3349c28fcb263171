package io.iamplane.change;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Tag;

/** Runs {@link ChangesDbTest} with one change per transaction. */
@QuarkusTest
@TestProfile(GroupSizes.One.class)
@Tag("ci")
class OneAtATimeChangesDbTest extends ChangesDbTest {}
