package io.iamplane.change;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Tag;

/** Runs {@link ChangeFaultsDbTest} with one change per transaction. */
@QuarkusTest
@TestProfile(GroupSizes.One.class)
@Tag("ci")
class OneAtATimeChangeFaultsDbTest extends ChangeFaultsDbTest {}
