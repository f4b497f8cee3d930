"""Scores of words: how far a word raises or lowers the chance that its line belongs to the text (log odds)."""

import numpy

# Pages that are assumed to hold a word with the average result; the fewer pages have a word, the nearer it is to 0.
PRIOR = 4.0
LEAST_PAGES = 12


class WordCounts:
    """For each word and fold the number of pages that have it, and the sum of their shares of wanted lines."""

    def __init__(self, words, lines, data):
        """words and lines: pairs of a word and a line that has it."""
        self.words, self.lines = words, lines
        used = data.weights[lines] > 0
        words, lines = words[used], lines[used]
        pages = len(data.fold_of_page)
        keys, inverse = numpy.unique(words * pages + data.page_of[lines], return_inverse=True)
        shares = numpy.bincount(inverse, data.labels[lines]) / numpy.bincount(inverse)
        folds = data.fold_of_page[keys % pages]
        size = (data.word_count, data.fold_count)
        self.wanted, self.pages = numpy.zeros(size), numpy.zeros(size)
        numpy.add.at(self.wanted, (keys // pages, folds), shares)
        numpy.add.at(self.pages, (keys // pages, folds), 1.0)

    def scores(self, without):
        """The scores of all words, learned without the pages of some folds."""
        folds = [fold for fold in range(self.pages.shape[1]) if fold not in without]
        wanted, pages = self.wanted[:, folds].sum(1), self.pages[:, folds].sum(1)
        mean = wanted.sum() / pages.sum()
        odds = numpy.log((wanted + PRIOR * mean) / (pages - wanted + PRIOR * (1 - mean))) - numpy.log(mean / (1 - mean))
        odds[pages < LEAST_PAGES] = 0
        return numpy.round(odds, 1)

    def features(self, scores, lines):
        """Sum, least (at most 0) and greatest (at least 0) score of the words of each line."""
        values = numpy.zeros((lines, 3), numpy.float32)
        starts = numpy.searchsorted(self.lines, numpy.arange(lines + 1))
        filled = numpy.diff(starts) > 0
        of_words = scores[self.words]
        for index, reduce in enumerate((numpy.add, numpy.minimum, numpy.maximum)):
            values[filled, index] = reduce.reduceat(of_words, starts[:-1][filled])
        values[:, 1] = numpy.minimum(values[:, 1], 0)
        values[:, 2] = numpy.maximum(values[:, 2], 0)
        return values


def read_pairs(path, places, line_count):
    """Reads words.i32: for each line the number of words at each place, then the words."""
    numbers = numpy.fromfile(path, numpy.int32)
    counts = numpy.zeros((line_count, places), numpy.int64)
    starts = numpy.zeros(line_count, numpy.int64)
    at = 0
    for line in range(line_count):
        counts[line] = numbers[at : at + places]
        starts[line] = at + places
        at += places + counts[line].sum()
    pairs = []
    for place in range(places):
        first = starts + counts[:, :place].sum(1)
        lines = numpy.repeat(numpy.arange(line_count), counts[:, place])
        within = numpy.arange(len(lines)) - numpy.repeat(numpy.cumsum(counts[:, place]) - counts[:, place], counts[:, place])
        pairs.append((numbers[first[lines] + within].astype(numpy.int64), lines))
    return pairs
