"""Trains the model of lines: python3 train.py ROWS OUT [--folds].

ROWS is the folder that export-lines.ts writes. OUT gets model.json, trained with all pages; with --folds also
fold-0.json to fold-4.json, each trained without the pages of its fold, and a table of their scores on these pages.
Needs lightgbm and numpy, see requirements.txt. The same rows give the same model.
"""

import json
import os
import sys

import lightgbm
import numpy

FOLDS = 5
ROUNDS = 90
PARAMETERS = {
    "objective": "binary",
    "learning_rate": 0.12,
    "num_leaves": 28,
    "min_data_in_leaf": 60,
    "min_sum_hessian_in_leaf": 1.0,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "max_bin": 63,
    "num_threads": 2,
    "deterministic": True,
    "force_row_wise": True,
    "seed": 1,
    "verbose": -1,
}
# The weights of the lines of a page are shares of its text; a page of mostly other lines must not outweigh the rest.
HEAVIEST_PAGE = 3
SCALE = 1000
# Lines that rules and neighbourhood agree on are plenty; a part of them says as much.
EASY_PART = 5


def main(rows_folder, out_folder, with_folds):
    with open(os.path.join(rows_folder, "pages.json"), encoding="utf-8") as file:
        meta = json.load(file)
    names, pages = meta["features"], meta["pages"]
    rows = numpy.fromfile(os.path.join(rows_folder, "rows.f32"), numpy.float32).reshape(-1, len(names))
    labels = numpy.fromfile(os.path.join(rows_folder, "labels.f32"), numpy.float32)
    weights = numpy.fromfile(os.path.join(rows_folder, "weights.f32"), numpy.float32)
    page_of = numpy.repeat(numpy.arange(len(pages)), [page["lines"] for page in pages])
    fold_of = numpy.array([page["fold"] for page in pages])[page_of]
    weights = page_weights(weights, page_of, len(pages))
    weights = thin_out(rows, names, weights)
    os.makedirs(out_folder, exist_ok=True)
    if with_folds:
        for fold in range(FOLDS):
            model = train(rows, labels, weights * (fold_of != fold), names)
            write(model, names, os.path.join(out_folder, f"fold-{fold}.json"))
    write(train(rows, labels, weights, names), names, os.path.join(out_folder, "model.json"))


def page_weights(weights, page_of, pages):
    totals = numpy.bincount(page_of, weights, pages)
    return weights * numpy.minimum(1, HEAVIEST_PAGE / numpy.maximum(totals, 1e-9))[page_of] * SCALE


def thin_out(rows, names, weights):
    column = {name: index for index, name in enumerate(names)}
    is_easy = (rows[:, column["keptWindow15"]] == 0) & (rows[:, column["group:keptShare"]] == 0)
    is_left = numpy.arange(len(weights)) % EASY_PART != 0
    return numpy.where(is_easy, numpy.where(is_left, 0, weights * EASY_PART), weights)


def train(rows, labels, weights, names):
    used = weights > 0
    data = lightgbm.Dataset(
        rows[used], labels[used], weight=weights[used], feature_name=[name.replace(":", "_") for name in names]
    )
    return lightgbm.train(PARAMETERS, data, ROUNDS)


def write(model, names, path):
    trees = [flatten(tree["tree_structure"]) for tree in model.dump_model()["tree_info"]]
    used = sorted({feature for tree in trees for feature in tree[0] if feature >= 0})
    place = {feature: index for index, feature in enumerate(used)}
    for tree in trees:
        tree[0] = [place.get(feature, -1) for feature in tree[0]]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"features": [names[feature] for feature in used], "trees": trees}, file, separators=(",", ":"))
        file.write("\n")


def flatten(root):
    """Lists of the nodes: feature or -1, threshold or value, left, right."""
    feature, value, left, right = [], [], [], []

    def add(node):
        index = len(feature)
        is_leaf = "leaf_value" in node
        feature.append(-1 if is_leaf else node["split_feature"])
        number = node["leaf_value"] if is_leaf else node["threshold"]
        value.append(float(f"{number:.5g}"))
        left.append(0)
        right.append(0)
        if not is_leaf:
            left[index] = add(node["left_child"])
            right[index] = add(node["right_child"])
        return index

    add(root)
    return [feature, value, left, right]


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], "--folds" in sys.argv[3:])
