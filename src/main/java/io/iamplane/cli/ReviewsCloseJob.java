package io.iamplane.cli;

import io.iamplane.job.Job;
import io.iamplane.job.JobName;
import io.iamplane.job.JobResult;
import jakarta.inject.Singleton;

/** {@code iam:reviews:close} by the schedule of servers and workers. */
@Singleton
class ReviewsCloseJob implements Job {

  private final ReviewJobs reviews;

  ReviewsCloseJob(ReviewJobs reviews) {
    this.reviews = reviews;
  }

  @Override
  public JobName name() {
    return JobName.REVIEWS_CLOSE;
  }

  @Override
  public JobResult run() {
    return ScheduledWork.run(() -> reviews.close().result());
  }
}
